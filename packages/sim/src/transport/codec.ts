/** Converts messages to bytes and back; implemented by the message registry. */
export interface Codec {
  encode(type: string, value: object): Uint8Array;
  decode(type: string, bytes: Uint8Array): object;
  has(type: string): boolean;
  /** Returns the one name of a type that has several. */
  nameOf(type: string): string;
}
