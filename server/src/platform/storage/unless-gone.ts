/** What work on a file answers, or `otherwise` where the file is not there: what was listed a moment ago may have been removed. */
export async function unlessGone<Found, Otherwise>(
  work: Promise<Found>,
  otherwise: Otherwise,
): Promise<Found | Otherwise> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
