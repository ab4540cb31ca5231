import { assertEquals, assertStringIncludes } from "@std/assert";
import { DepthCheck } from "../../lib/runner/depth_check.ts";

/** What is told after each list of a run, and at its end. */
function told(depth: number, lengths: readonly number[]) {
  const check = new DepthCheck(depth);
  return { early: lengths.map((length) => check.add(length)), end: check.notice };
}

Deno.test("lists that are all empty or capped are told early, once, and at the end", () => {
  for (const length of [0, 20, 100]) {
    const { early, end } = told(200, Array(12).fill(length));
    assertEquals(early.flatMap((notice, at) => notice === null ? [] : [at]), [9]);
    assertStringIncludes(early[9]!, `none of the first 10 lists has more than ${length} of 200`);
    assertStringIncludes(
      end!,
      `none of the 12 lists is as long as asked: the longest has ${length}`,
    );
  }
});

Deno.test("lists that are somewhat short are told at the end; one full list says that nothing caps them", () => {
  const short = told(200, Array(12).fill(101));
  assertEquals([short.early.every((notice) => notice === null), short.end !== null], [true, true]);
  const full = told(200, [...Array(12).fill(0), 200]);
  assertEquals(full.end, null);
  assertEquals(told(200, [200, ...Array(12).fill(0)]).early.every((each) => each === null), true);
  assertEquals(told(200, Array(9).fill(0)), { early: Array(9).fill(null), end: null });
});
