import type { orrery } from "@orrery/msgs";
import { scenesWanted } from "../../commands/apply-command.ts";
import { shortDescription, withShortTexts } from "../../commands/texts/command-texts.ts";
import { describeCommand } from "../../commands/texts/describe-command.ts";
import { authorOf } from "../../commands/texts/label-of.ts";
import { seenBy } from "../../commands/named-entities.ts";
import { resolveConflicts, type Resolved } from "../../commands/checks/resolve-conflicts.ts";
import type { Timeline } from "../../history/timeline.ts";
import type { Scene } from "../../scene/scene.ts";
import { callerOf, type Caller } from "../../transport/caller.ts";
import type { Node } from "../../transport/node.ts";
import type { Publisher } from "../../transport/publisher.ts";
import { textOf } from "../../base/error-text.ts";
import { offerBoolean, type Details } from "./boolean-service.ts";
import type { PendingCommand, PendingCommands } from "./pending-commands.ts";
import type { Driver } from "../driver.ts";
import type { RunState } from "../run-state.ts";
import type { Simulation } from "../simulation.ts";

export interface PendingParts {
  readonly simulation: Simulation;
  readonly state: RunState;
  readonly timeline: Timeline;
  readonly driver: Driver;
  readonly pending: PendingCommands;
}

/** Lets clients queue commands while their world is paused, and performs them when it resumes. */
export class PendingServices implements Disposable {
  readonly #parts: PendingParts;
  readonly #pending: PendingCommands;
  readonly #node: Node;
  readonly #lists: Publisher<orrery.Pending>;
  readonly #outcomes: Publisher<orrery.PendingOutcomes>;
  readonly #listening = new DisposableStack();
  #isNews = true;
  /**
   * The last request. Requests are handled one after another, in order of arrival, because reading files takes time.
   */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: PendingParts) {
    const { simulation, pending, driver } = parts;
    this.#parts = parts;
    this.#pending = pending;
    this.#node = simulation.node("pending");
    const prefix = simulation.topicPrefix;
    this.#lists = this.#node.advertise(`${prefix}/pending`, "orrery.msgs.Pending", { latched: true });
    this.#outcomes = this.#node.advertise(`${prefix}/pending/outcomes`, "orrery.msgs.PendingOutcomes");
    this.#listening.use(
      this.#pending.changes.on(() => {
        this.#isNews = true;
      }),
    );
    this.#listening.use(driver.past.jumps.on(({ author }) => this.#recheck(author)));
    const announcement = { request: "orrery.msgs.Command", isInput: false } as const;
    offerBoolean(this.#node, `${prefix}/pending/announce`, announcement, (given, message) => {
      const { author, authorName: author_name } = authorOf(message, given.author_name ?? "");
      const command = withShortTexts({ ...given, author, author_name });
      const { length } = message.bytes;
      const room = this.#pending.keepRoom(author, length);
      const announced = this.#last
        .then(() => this.#announce(command, callerOf(message), length))
        .finally(() => room[Symbol.dispose]());
      this.#last = announced.catch(() => {});
      return announced;
    });
    offerBoolean(
      this.#node,
      `${prefix}/pending/withdraw`,
      { request: "orrery.msgs.Withdrawal", isInput: false },
      ({ id = "" }, { caller }) => this.#withdraw(id, caller),
    );
  }

  /** Publishes the list if it has changed since the last call. */
  publish(): void {
    if (!this.#isNews) return;
    this.#isNews = false;
    const { revision, list } = this.#pending;
    this.#lists.publish({ revision, commands: list.map(({ command }) => command) });
  }

  /** Turns the commands into inputs of the step that begins. Must be called when the world resumes. */
  release(): void {
    const waiting = this.#pending.take();
    const { world, root } = this.#parts.simulation;
    const resolved = resolveConflicts(
      world,
      root,
      waiting.map(({ command }) => command),
    );
    const doing = resolved.map((one, i) => this.#do(one, waiting[i]!.scenes));
    void Promise.all(doing).then((outcomes) => this.#outcomes.publish({ outcomes }));
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.#node[Symbol.dispose]();
  }

  async #announce(command: orrery.Command, caller: Caller, bytes: number): Promise<Details> {
    const { simulation, state, timeline, driver } = this.#parts;
    const { root, systems, loader } = simulation;
    if (driver.refusal !== undefined) throw new Error(driver.refusal);
    if (!systems.performsCommands) throw new Error("no running system performs commands");
    timeline.checkFresh(seenBy(command));
    timeline.checkId(command.id ?? "");
    // The command may be about something that another pending command creates.
    const before = this.#pending.after();
    const description = command.description || shortDescription(describeCommand(before, root, command));
    const warning: string[] = [];
    const onWarning = (text: string): unknown => warning.push(text);
    const scenes = await loader.loadAll(scenesWanted(before, root, command), { onWarning, ...caller });
    const waiting: PendingCommand = { command: { ...command, description }, scenes, bytes };
    const warnings: Details = warning.length === 0 ? {} : { warning };
    // The world has resumed in the meantime.
    if (!state.paused) return { ...(await this.#push(waiting.command, scenes)), ...warnings };
    const since = simulation.inputCount;
    this.#pending.add({ ...waiting, command: { ...waiting.command, since } });
    return warnings;
  }

  #withdraw(id: string, by: string): Details {
    const { command } = this.#pending.remove(id);
    if (command.author !== by) this.#outcomes.publish({ outcomes: [outcome(command, "WITHDRAWN", "", by)] });
    this.#recheck(by);
    return { inputs: [String(this.#parts.simulation.inputCount)] };
  }

  #recheck(by: string): void {
    const { timeline } = this.#parts;
    const dropped = this.#pending.recheck((command) => {
      try {
        timeline.checkFresh(seenBy(command));
        return undefined;
      } catch (error) {
        return textOf(error);
      }
    });
    if (dropped.length === 0) return;
    const outcomes = dropped.map(({ pending, reason }) => outcome(pending.command, "DROPPED", reason, by));
    this.#outcomes.publish({ outcomes });
  }

  async #do({ command, overriddenBy, lostTo }: Resolved, scenes: readonly Scene[]): Promise<orrery.PendingOutcome> {
    const winner = lostTo ?? overriddenBy;
    const by = winner?.author ?? "";
    const reason =
      winner === undefined
        ? ""
        : `${winner.author_name || "somebody else"} ${lostTo === undefined ? "changed the same later" : "deleted it"}: ${winner.description}`;
    if (command.edits?.length === 0) return outcome(command, lostTo === undefined ? "APPLIED" : "DROPPED", reason, by);
    try {
      await this.#push(command, scenes);
    } catch (error) {
      return outcome(command, "DROPPED", textOf(error), by);
    }
    return outcome(command, winner === undefined ? "APPLIED" : "OVERRIDDEN", reason, by);
  }

  #push(command: orrery.Command, scenes: readonly Scene[]): Promise<Details> {
    return this.#parts.simulation.inputs.push({ kind: "command", command, scenes }) as Promise<Details>;
  }
}

function outcome(
  { id = "", description = "", author = "" }: orrery.Command,
  kind: NonNullable<orrery.PendingOutcome["kind"]>,
  reason: string,
  by: string,
): orrery.PendingOutcome {
  return { id, description, author, kind, reason, by };
}
