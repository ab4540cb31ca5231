/** Links and headings of Markdown. */

/** Targets of links and pictures that are no addresses elsewhere. */
export function linksOf(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors that GitHub gives to a page's headings. */
export function anchorsOf(markdown: string): Set<string> {
  return new Set(
    withoutCode(markdown).split("\n").filter((line) => /^#{1,6} /.test(line)).map((line) =>
      line.replace(/^#+ /, "").toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
    ),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[^]*?^```$/gm, "");
}
