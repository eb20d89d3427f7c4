/** Rows one by one out of pieces, so that a sheet may end in the middle of a piece and the next go on there. */
export interface RowFeed<Row> {
  /** Whether there is another row; waits for the next piece where this one is used up. */
  hasMore(): Promise<boolean>;
  /** Whether the next row is here, without a wait. */
  isReady(): boolean;
  /** The next row. Asked for only when it is ready. */
  take(): Row;
  /** Gives back what was not read. */
  close(): Promise<void>;
}

/** Opens the rows of a table. */
export function openRowFeed<Row>(rows: AsyncIterable<readonly Row[]>): RowFeed<Row> {
  const pieces = rows[Symbol.asyncIterator]();
  let piece: readonly Row[] = [];
  let at = 0;
  const isReady = () => at < piece.length;
  return {
    isReady,
    async hasMore() {
      while (!isReady()) {
        const next = await pieces.next();
        if (next.done) return false;
        [piece, at] = [next.value, 0];
      }
      return true;
    },
    take: () => piece[at++] as Row,
    async close() {
      await pieces.return?.();
    },
  };
}
