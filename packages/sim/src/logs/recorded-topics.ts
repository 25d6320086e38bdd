/** A topic whose messages are in a log. */
export interface RecordedTopic {
  /** Refers to it in its messages. */
  readonly id: number;
  readonly name: string;
  readonly type: string;
  /** The description of the type: a FileDescriptorSet, or a JSON schema as text. */
  readonly schema: Uint8Array;
  /** Default: protobuf. */
  readonly encoding?: "protobuf" | "json";
}

/** One message of a recorded topic. */
export interface RecordedMessage {
  readonly topic: number;
  readonly logNs: number;
  readonly simNs: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The destination of recorded topics. */
export interface TopicSink {
  /** Registers a topic, before its first message. */
  addTopic(topic: RecordedTopic): void;
  /** Takes messages, whose bytes then belong to it. */
  writeMessages(list: readonly RecordedMessage[]): void;
  /** Whether too much is still being written: messages are then dropped. */
  readonly isFull: boolean;
}
