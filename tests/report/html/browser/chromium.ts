/** Debian's Chromium, opened on the pages that the test was given. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** A page, and everything it did that a report must not do. */
export interface OpenedPage extends AsyncDisposable {
  page: Page;
  /** Console messages above info, uncaught errors, dialogs, requests but for the page itself. */
  complaints: string[];
}

/** Starts the browser. */
export async function startChromium(executablePath: string): Promise<Browser> {
  return await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

/**
 * Opens a page from disk and waits until its list of questions is there.
 *
 * @param path Absolute; may end in a place in the page, `#…`.
 */
export async function openPage(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  const address = `file://${path}`;
  page.on("console", (message) => {
    if (["warning", "error"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url() !== address.split("#")[0] && request.url() !== "data:,") {
      complaints.push(`request: ${request.url()}`);
    }
  });
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await page.waitForSelector("#explorer table");
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}
