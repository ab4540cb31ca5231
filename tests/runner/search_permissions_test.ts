import { assertEquals } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import type { Provider } from "../../lib/providers/provider.ts";
import { findProvider, providers } from "../../lib/providers/registry.ts";
import {
  providerPermissions,
  searchPermissions,
  searchTasks,
} from "../../lib/runner/search_permissions.ts";
import { withSearchTasks } from "../../lib/runner/write_search_tasks.ts";

Deno.test("the search tasks of deno.json grant what the provider table says", () => {
  const tasks = Object.fromEntries(
    Object.entries(config.tasks).filter(([name]) => /^search(:|$)/.test(name)),
  );
  assertEquals(tasks as unknown, searchTasks(providers));
});

Deno.test("a provider's task has its host, its variables, this folder and runs", () => {
  assertEquals(providerPermissions(findProvider("brave")), [
    "--allow-net=api.search.brave.com",
    "--allow-env=BRAVE_API_KEY,BRAVE_SEARCH_API_KEY,BRAVE_BASE_URL",
    "--allow-read=.",
    "--allow-write=runs",
  ]);
  assertEquals(providerPermissions(findProvider("local")), [
    "--allow-read=.",
    "--allow-write=runs",
  ]);
});

Deno.test("the general task names every host once", () => {
  const net = searchPermissions(providers).find((flag) => flag.startsWith("--allow-net="))!;
  const hosts = net.slice("--allow-net=".length).split(",");
  assertEquals(hosts.length, new Set(hosts).size);
  for (const provider of providers as readonly Provider[]) {
    if (provider.kind === "http" && provider.baseUrl.default !== null) {
      assertEquals(hosts.includes(new URL(provider.baseUrl.default).host), true, provider.name);
    }
  }
});

Deno.test("update-tasks leaves a deno.json that is up to date as it is", async () => {
  const text = await Deno.readTextFile(new URL("../../deno.json", import.meta.url));
  assertEquals(withSearchTasks(text), text);
});
