/** Who comes in, as far as a request tells. */
export interface Caller {
  readonly address: string;
  readonly requestId: string;
  /** What the browser shows of its earlier sign-ins. */
  readonly device: string | undefined;
  readonly userAgent: string | undefined;
}
