import { assertEquals } from "@std/assert";
import { listenForInterrupts } from "../../lib/runner/interrupts.ts";

function setUp() {
  let time = 0;
  let first = 0;
  const handlers = new Map<string, () => void>();
  const interrupts = listenForInterrupts({
    onFirst: () => first++,
    now: () => time,
    listen: (signal, handler) => handlers.set(signal, handler),
    unlisten: (signal) => handlers.delete(signal),
  });
  return {
    interrupts,
    handlers,
    firsts: () => first,
    send: (signal: string, at: number) => {
      time = at;
      handlers.get(signal)!();
    },
  };
}

Deno.test("one key press that arrives twice is one interrupt", () => {
  const { interrupts, send, firsts } = setUp();
  send("SIGINT", 1000);
  send("SIGINT", 1001);
  assertEquals([interrupts.soft.aborted, interrupts.hard.aborted, firsts()], [true, false, 1]);
});

Deno.test("a second one half a second later aborts; SIGTERM counts alike", () => {
  const { interrupts, send } = setUp();
  send("SIGTERM", 1000);
  send("SIGINT", 1499);
  assertEquals(interrupts.hard.aborted, false);
  send("SIGTERM", 1500);
  assertEquals(interrupts.hard.aborted, true);
});

Deno.test("nothing is listened to afterwards", () => {
  const { interrupts, handlers } = setUp();
  interrupts[Symbol.dispose]();
  assertEquals(handlers.size, 0);
});
