/**
 * The report in a real browser. ../browser_test.ts renders the pages and runs
 * this file with browser.json, so that nobody who only scores runs downloads a
 * browser driver.
 *
 * Arguments: path of Chromium, folder of the pages (small.html, large.html, single.html), and a
 * folder for screenshots where they are wanted.
 */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import axe from "axe-core";
import type { Browser, Locator, Page } from "playwright-core";
import { openPage, startChromium } from "./chromium.ts";

const [executable, folder, shots] = Deno.args as [string, string, string | undefined];
const HOSTILE = "<img src=x onerror=alert(1)>";
const WIDTHS = [400, 900, 1600];
const SCHEMES = ["light", "dark"] as const;

let browser: Browser;

/** One test, with a browser that all share: starting it takes longer than most tests. */
function browserTest(name: string, test: () => Promise<void>): void {
  // Playwright keeps its pipe to the browser from one test to the next.
  Deno.test({ name, fn: test, sanitizeOps: false, sanitizeResources: false });
}

Deno.test.beforeAll(async () => {
  browser = await startChromium(executable);
});
Deno.test.afterAll(async () => {
  await browser.close();
});

const cells = (page: Page, column: string) => page.locator(`#explorer tbody td.col-${column}`);
const ids = (page: Page) => page.locator("#explorer th.col-id code").allInnerTexts();

/** Fractions such as "2/5" or "+1/3" as numbers; null for a dash. */
async function fractions(cells: Locator): Promise<(number | null)[]> {
  return (await cells.allInnerTexts()).map((text) => {
    const [, sign, top, bottom] = /^([+\u2212]?)(\d+)\/(\d+)$/.exec(text.trim()) ?? [];
    return top === undefined ? null : (sign === "\u2212" ? -1 : 1) * Number(top) / Number(bottom);
  });
}

for (const name of ["small", "large", "single"]) {
  browserTest(`${name}.html opens without an error, a dialog or a request`, async () => {
    await using opened = await openPage(browser, `${folder}/${name}.html`);
    await opened.page.waitForTimeout(300);
    assertEquals(opened.complaints, []);
  });
}

browserTest("a hostile title is text wherever it stands", async () => {
  await using opened = await openPage(browser, `${folder}/small.html`);
  const { page, complaints } = opened;
  assertEquals(await page.title(), `Recall on ${HOSTILE}`);
  assertEquals(await page.locator("h1").innerText(), `Recall on ${HOSTILE}`);
  await page.locator("#explorer-search").fill("onerror=alert(1)");
  await page.locator("#explorer .open").first().click();
  assertEquals(await page.locator("#explorer .open").first().innerText(), HOSTILE);
  assertEquals(await page.locator(".detail .title").first().innerText(), HOSTILE);
  assertEquals(await page.locator("img").count(), 0);
  await page.waitForTimeout(200);
  assertEquals(complaints, []);
});

browserTest("a click on a column's head sorts by it, a second one the other way", async () => {
  await using opened = await openPage(browser, `${folder}/small.html`);
  const { page } = opened;
  const gaps = await fractions(cells(page, "gap"));
  assertEquals(gaps, gaps.toSorted((a, b) => b! - a!), "the largest gap is first at the start");
  for (const [sort, column] of [["id", "id"], ["gold", "gold"]] as const) {
    await page.locator(`[data-sort=${sort}]`).click();
    const head = page.locator(`th.col-${column}[aria-sort]`);
    const once = await head.getAttribute("aria-sort");
    const first = await ids(page);
    await page.locator(`[data-sort=${sort}]`).click();
    assertNotEquals(await head.getAttribute("aria-sort"), once);
    assertNotEquals(await ids(page), first);
    assertEquals(await page.locator("th[aria-sort]").count(), 1);
  }
  await page.locator("[data-sort=id]").click();
  assertEquals(await ids(page), (await ids(page)).toSorted());
  await page.locator("[data-sort=run-1]").click();
  const recalls = await fractions(page.locator("#explorer tbody td.col-run:nth-child(5)"));
  assertEquals(recalls, recalls.toSorted((a, b) => b! - a!));
});

browserTest("words and filters choose questions, and the count is told", async () => {
  await using opened = await openPage(browser, `${folder}/small.html`);
  const { page } = opened;
  const status = page.getByRole("status");
  await status.getByText("1–25 of 60 questions").waitFor();
  const [id] = await ids(page);
  await page.locator("#explorer-search").fill(id!.toUpperCase());
  assertEquals(await ids(page), [id!]);
  await status.getByText("1–1 of 1 question, chosen from 60").waitFor();
  await page.locator("#explorer-search").fill("no such words");
  await status.getByText("No question fits.").waitFor();
  await page.locator("#explorer-search").fill("");
  await page.locator("#explorer-filter").selectOption("none");
  const found = await fractions(cells(page, "run"));
  assert(found.length > 0 && found.every((share) => share === 0 || share === null));
  await page.locator("#explorer-filter").selectOption("all");
  await page.locator("#explorer-pair").selectOption({ label: "A minus B" });
  assertMatch((await cells(page, "gap").allInnerTexts()).join(" "), /\+\d/);
  // The second run's provider ends at 20.
  await page.locator("#explorer-cutoff").selectOption("50");
  const beyond = page.locator("#explorer tbody td.col-run:nth-child(5)");
  assertEquals((await fractions(beyond)).filter((share) => share !== null), []);
});

browserTest(
  "a question opens by keyboard, keeps the focus, and shows its gold papers",
  async () => {
    await using opened = await openPage(browser, `${folder}/small.html`);
    const { page } = opened;
    await page.locator("#explorer-search").fill("5a00000000");
    await page.locator("#explorer-search").fill("");
    await page.locator("[data-sort=at]").click();
    const button = page.locator("#explorer .open").nth(1);
    await button.focus();
    await page.keyboard.press("Enter");
    assertEquals(await button.getAttribute("aria-expanded"), "true");
    assert(await button.evaluate((element) => element === document.activeElement));
    const detail = page.locator(`#${await button.getAttribute("aria-controls")}`);
    const gold = Number(await cells(page, "gold").nth(1).innerText());
    assertEquals(await detail.locator("tbody tr").count(), gold);
    assertMatch((await detail.locator("tbody td").allInnerTexts()).join("|"), /\d+ (PMID|title)/);
    for (const link of await detail.locator("a").all()) {
      assertMatch(
        (await link.getAttribute("href"))!,
        /^https:\/\/(pubmed\.ncbi\.nlm\.nih\.gov\/\d+\/|doi\.org\/10\.\d+\/[^/\s<>"]+)$/,
      );
      assertEquals(await link.getAttribute("rel"), "noopener noreferrer");
    }
    await page.keyboard.press("Enter");
    assertEquals(await detail.count(), 0);
    assertEquals(await button.getAttribute("aria-expanded"), "false");
  },
);

browserTest("the address leads to an opened question", async () => {
  await using opened = await openPage(browser, `${folder}/large.html`);
  const { page } = opened;
  const button = page.locator("#explorer .open").nth(3);
  await button.click();
  const id = await button.getAttribute("data-question");
  const { hash } = new URL(page.url());
  assertEquals(hash, `#question=${encodeURIComponent(id!)}`);
  await using second = await openPage(browser, `${folder}/large.html${hash}`);
  await second.page.locator("#explorer .detail").waitFor();
  assertEquals(await ids(second.page), [id!]);
  assertEquals([...opened.complaints, ...second.complaints], []);
});

browserTest("identifiers that are none become no links", async () => {
  await using opened = await openPage(browser, `${folder}/small.html`);
  const { page } = opened;
  await page.locator("#explorer-search").fill("javascript:alert(1)");
  await page.locator("#explorer .open").first().click();
  const row = page.locator(".detail tbody tr").first();
  assertMatch(await row.innerText(), /PMID javascript:alert\(1\) · doi:javascript:alert\(2\)/);
  assertEquals(await row.locator("a").count(), 0);
});

browserTest("5,486 questions are shown a page at a time", async () => {
  await using opened = await openPage(browser, `${folder}/large.html`);
  const { page } = opened;
  const rows = page.locator("#explorer tbody tr");
  assertEquals(await rows.count(), 25);
  const pages = page.getByRole("navigation", { name: "Pages of questions" });
  assertMatch(await pages.innerText(), /Page 1 of 220/);
  const [first] = await ids(page);
  await pages.getByRole("button", { name: "Next" }).click();
  assertMatch(await pages.innerText(), /Page 2 of 220/);
  assertNotEquals((await ids(page))[0], first);
  await pages.getByRole("button", { name: "Last" }).click();
  assertEquals(await rows.count(), 5486 - 219 * 25);
  assert(await pages.getByRole("button", { name: "Next" }).isDisabled());
  assert(await pages.evaluate((nav) => nav.contains(document.activeElement)));
});

browserTest("without JavaScript the tables are there and the list says what it needs", async () => {
  await using opened = await openPage(browser, `${folder}/small.html`, {
    javaScriptEnabled: false,
  });
  assert(await opened.page.locator("#recall-table").isVisible());
  assert(await opened.page.getByText("Where it does not run").isVisible());
  assert(await opened.page.locator("#explorer-controls").isHidden());
});

browserTest("paper is white and has no controls", async () => {
  await using opened = await openPage(browser, `${folder}/small.html`, { colorScheme: "dark" });
  const { page } = opened;
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assertNotEquals(await paper(), "rgb(255, 255, 255)");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assertEquals(await paper(), "rgb(255, 255, 255)");
  assert(await page.locator("#explorer-controls").isHidden());
  assert(await page.locator(".wide svg").isVisible());
});

for (const colorScheme of SCHEMES) {
  for (const width of WIDTHS) {
    browserTest(`${width} pixels, ${colorScheme}: accessible, nothing cut off`, async () => {
      const names = width === WIDTHS[0] ? ["small", "large"] : ["small"];
      for (const name of names) {
        await using opened = await openPage(browser, `${folder}/${name}.html`, {
          viewport: { width, height: 900 },
          colorScheme,
        });
        const { page } = opened;
        await page.locator("#explorer .open").first().click();
        await page.waitForTimeout(300);
        if (shots !== undefined) {
          await page.screenshot({
            path: `${shots}/${name}-${width}-${colorScheme}.png`,
            fullPage: true,
          });
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assertEquals(wide, width, "the page does not scroll sideways");
        assertEquals(await violations(page), []);
        assertEquals(opened.complaints, []);
      }
    });
  }
}

/** What axe finds that is serious or worse, in words. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    return (await axe.run()).violations.map(({ impact, id, nodes }) => ({
      impact: String(impact),
      text: `${id}: ${nodes.slice(0, 3).map(({ html }) => html).join(" ")}`,
    }));
  });
  return found.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ impact, text }) => `${impact} ${text}`);
}
