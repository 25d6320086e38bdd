import { LogFile, mergeLogs } from "@orrery/sim/logs";
import { FileLogSource } from "../../logs/log-source.ts";
import { defineCommand, textFlag } from "../arguments.ts";
import { Failure, UsageError } from "../failure.ts";
import { megabytes, writeLog } from "../new-log.ts";
import { print } from "../terminal.ts";

export const logMerge = defineCommand({
  name: "log merge",
  summary: "Writes logs of the same world one after the other as one log. Time jumps where the next one begins.",
  operands: ["LOG", "LOG", "[LOG…]"],
  flags: { out: textFlag("FILE", "the new log, which must not exist yet") },
  examples: ["orrery log merge morning.mcap evening.mcap --out day.mcap"],
  async run({ out }, files) {
    if (out === undefined) throw new UsageError("--out FILE is missing: the name of the new log");
    const logs = await Promise.all(files.map((file) => LogFile.open(new FileLogSource(file))));
    const [first] = logs;
    const other = logs.find(({ world }) => world !== first!.world);
    if (other !== undefined)
      throw new Failure(
        `${other.source.name}: error: it is of the world "${other.world}", and ${first!.source.name} of "${first!.world}"`,
      );
    const bytes = await writeLog(out, first!.about, (writer) => mergeLogs(logs, writer));
    print(`${out}: ${logs.length} logs, ${megabytes(bytes)}`);
    return 0;
  },
});
