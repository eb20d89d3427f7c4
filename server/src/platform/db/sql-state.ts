/** The SQLSTATE of an error of the database (PostgreSQL, appendix A); empty for any other error. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Says whether to try again: a unique key taken in the same moment, a row gone, a deadlock, a serialization failure. */
export function isConflict(error: unknown): boolean {
  return ['23505', '23503', '40P01', '40001'].includes(sqlState(error));
}

/** Errors that come back however often one tries: values that the database refuses, and faults of ours. */
export function isOfTheRows(error: unknown): boolean {
  return /^(22|23)/.test(sqlState(error)) || error instanceof TypeError || error instanceof RangeError;
}
