/** Hands on what a source yields while the source already makes the next piece: one piece waits at most. */
export async function* readAhead<Piece>(source: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const pieces = source[Symbol.asyncIterator]();
  let next = pieces.next();
  try {
    for (;;) {
      const piece = await next;
      if (piece.done) return;
      next = pieces.next();
      // It fails when it is awaited; until then nobody has asked.
      next.catch(() => undefined);
      yield piece.value;
    }
  } finally {
    await pieces.return?.();
  }
}
