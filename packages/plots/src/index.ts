// Data over time, for pages, programs and the command line.

export * from "./series/samples.ts";
