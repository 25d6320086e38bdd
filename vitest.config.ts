import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/**/*.test.{ts,tsx}", "bench/**/*.test.ts", "tools/**/*.test.ts"],
          testTimeout: 30_000,
          exclude: ["**/node_modules/**", "**/dist/**", ".tsbuild/**"],
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // After the unit tests, one by one: each file starts servers and a browser of its own.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
