/** Turns messages into bytes and back; the message registry implements it. */
export interface Codec {
  encode(type: string, value: object): Uint8Array;
  decode(type: string, bytes: Uint8Array): object;
  has(type: string): boolean;
}
