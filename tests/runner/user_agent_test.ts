import { assertEquals, assertMatch } from "@std/assert";
import { userAgent } from "../../lib/runner/user_agent.ts";

Deno.test("the program introduces itself with name, version and the contact that was given", () => {
  assertMatch(userAgent(), /^paper-search-benchmark\/\d+\.\d+\.\d+ \(benchmark [^;]*\)$/);
  assertMatch(userAgent("me@example.org"), /; mailto:me@example\.org\)$/);
  // Headers are ASCII.
  const value = userAgent("zoë@example.org\r\nX: y");
  assertEquals(new Headers({ "User-Agent": value }).get("User-Agent"), value);
});
