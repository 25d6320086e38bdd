import { MessageRegistry } from "@orrery/msgs";
import { formatTime, type SystemDefinition } from "@orrery/sim";
import { builtInSystems, checkLog, logTo, SystemLibrary } from "@orrery/sim/host";
import { LogFile } from "@orrery/sim/logs";
import { memorySource, type MemoryLog } from "@orrery/sim/testing";
import { zstd } from "../zstd.ts";

/** Ends a recording, and repeats its run from its first state and its inputs. Throws if a sample differs. */
export async function checkRecorded(log: MemoryLog, systems: readonly SystemDefinition[]): Promise<void> {
  const file = await LogFile.open(memorySource(await log.bytes(), zstd));
  const { differsAtNs, samples, input } = await checkLog(file, {
    library: new SystemLibrary([...builtInSystems, ...systems]),
    messages: new MessageRegistry(),
    log: logTo(() => {}),
    nowMs: () => 0,
  });
  if (differsAtNs !== undefined)
    throw new Error(
      `made again from its log, the run differs at ${formatTime(differsAtNs)}, after ${samples} samples ${input}`,
    );
}
