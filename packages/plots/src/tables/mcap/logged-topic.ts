import type { Channel, Schema } from "@mcap/core";
import { JsonFormat } from "../formats/json-format.ts";
import type { MessageFormat } from "../formats/message-format.ts";
import { ProtoFormat } from "../formats/proto-format.ts";
import { RosFormat } from "../formats/ros-format.ts";
import { reasonOf, TableError } from "../table-error.ts";

/** A topic of a log. One with messages of several types is listed once for each. */
export interface LoggedTopic {
  readonly name: string;
  /** The type of its messages, as the log calls it; empty if it does not say. */
  readonly type: string;
  /** How its messages are written: "protobuf", "json", "cdr". */
  readonly encoding: string;
  /** Number of its messages. */
  readonly count: number;
  /** Why its messages cannot be read; undefined if they can. */
  readonly refusal: string | undefined;
}

/** Likewise, with what is needed to read its messages. */
export class ReadableTopic implements LoggedTopic {
  readonly name: string;
  readonly type: string;
  readonly encoding: string;
  count = 0;
  /** Ids of its channels: there may be one for each publisher. */
  readonly channels = new Set<number>();
  readonly #schema: Schema | undefined;
  #format: MessageFormat | TableError | undefined;

  constructor({ topic, messageEncoding }: Channel, schema: Schema | undefined) {
    this.name = topic;
    this.type = schema?.name ?? "";
    this.encoding = messageEncoding;
    this.#schema = schema;
  }

  get refusal(): string | undefined {
    const format = this.#made();
    return format instanceof TableError ? format.message : undefined;
  }

  /** Throws a TableError if its messages cannot be read. */
  get format(): MessageFormat {
    const format = this.#made();
    if (format instanceof TableError) throw new TableError(`${this.name}: ${format.message}`);
    return format;
  }

  /** Schemas are read when they are needed. */
  #made(): MessageFormat | TableError {
    if (this.#format === undefined) {
      try {
        this.#format = formatOf(this.encoding, this.#schema);
      } catch (error) {
        this.#format = new TableError(reasonOf(error));
      }
    }
    return this.#format;
  }
}

function formatOf(encoding: string, schema: Schema | undefined): MessageFormat {
  if (encoding === "json") return new JsonFormat(schema);
  if (encoding === "protobuf" && schema?.encoding === "protobuf") return new ProtoFormat(schema);
  if (encoding === "cdr" && schema?.encoding === "ros2msg") return new RosFormat(schema, "cdr");
  if (encoding === "ros1" && schema?.encoding === "ros1msg") return new RosFormat(schema, "ros1");
  const described = schema === undefined ? "without a schema" : `described by ${schema.encoding || "nothing"}`;
  throw new TableError(`messages of ${encoding || "no named encoding"} ${described} cannot be read`);
}
