/** What a download is given. */

/** From where to where. */
export interface Place {
  /** Path of the artifact in its manifest, for messages. */
  path: string;
  url: URL;
  /** Path on disk. */
  target: string;
}

/** How far a download has come. */
export interface DownloadProgress {
  /** Path of the artifact in its manifest. */
  path: string;
  /** Bytes on disk, those of an earlier run included. */
  received: number;
  /** Bytes of the whole file; null where the server does not say. */
  total: number | null;
}

/** How to download. */
export interface DownloadOptions {
  fetch: typeof fetch;
  /** Waits for a number of milliseconds; rejects where the signal aborts. */
  sleep: (ms: number, options: { signal?: AbortSignal }) => Promise<void>;
  signal?: AbortSignal;
  /** Called after every piece that was written: often. */
  onProgress: (progress: DownloadProgress) => void;
  /** Called with one line for people. */
  onNotice: (text: string) => void;
  /** How long a server may be silent, before its answer or in it. */
  stallSeconds: number;
  /** Larger files are refused, on disk too. */
  maxBytes: number;
  /** Further attempts after failures that may pass. */
  retries: number;
}
