/** What a provider's dialect is, for the fake server, and what dialects share. */
import type { Candidate } from "../../lib/benchmark/records.ts";

/** What a shape looks at. */
export interface ShapeRequest {
  method: string;
  /** Path behind the provider's base URL, e.g. `/works`. */
  path: string;
  /** Of the URL, or of a form in the body. */
  params: URLSearchParams;
  headers: Headers;
  /** The JSON body; undefined for GET and forms. */
  body: Record<string, unknown> | undefined;
}

/** The part of a ranked list that a request asks for, and where it starts. */
export interface Slice {
  rows: readonly Candidate[];
  offset: number;
  /** Length of the whole list. */
  total: number;
}

/** One provider's dialect. */
export interface Shape {
  method: "GET" | "POST";
  path: RegExp;
  /** Where the same parameters are taken as a form, by POST. */
  formPath?: RegExp;
  /** The key that came along; null where there is none. */
  key(request: ShapeRequest): string | null;
  keyRequired: boolean;
  query(request: ShapeRequest): string;
  /** Inclusive year limit of the request; null where it has none. */
  maxYear(request: ShapeRequest): number | null;
  offset(request: ShapeRequest): number;
  limit(request: ShapeRequest): number;
  /** Page number, from 0. */
  page(request: ShapeRequest): number;
  /** What is wrong with the request, where the real API would refuse it. */
  refuse?(request: ShapeRequest): string | null;
  answer(slice: Slice, request: ShapeRequest, url: (candidate: Candidate) => string): unknown;
  badKey: readonly [status: number, body: unknown];
  quota: readonly [status: number, body: unknown, headers?: Record<string, string>];
}

/** A JSON object of a request. */
export type Body = Record<string, unknown>;

/** Reads a key from a request; null where there is none. */
export type KeyReader = (request: ShapeRequest) => string | null;

/** The key of an Authorization header. */
export function bearer({ headers }: ShapeRequest): string | null {
  return headers.get("authorization")?.replace(/^Bearer /, "") ?? null;
}

/** The key of a header of its own. */
export function header(name: string): KeyReader {
  return ({ headers }) => headers.get(name);
}

/** The key in a query parameter. */
export function param(name: string): KeyReader {
  return ({ params }) => params.get(name);
}

/** A value as text, empty where it is none. */
export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The title that a fake prints. */
export function titleOf(candidate: Candidate): string {
  return candidate.title ?? `Paper ${candidate.pmid}`;
}

/** For providers without paging. */
export const onePage = { offset: (): number => 0, page: (): number => 0 };

/** For providers without a year limit. */
export function noYear(): null {
  return null;
}

/** A row of a web engine: title and address. */
export function webRow(
  url: (candidate: Candidate) => string,
): (candidate: Candidate) => { title: string; url: string } {
  return (candidate) => ({ title: titleOf(candidate), url: url(candidate) });
}
