/** The tags of a text that has them one under the other: none of them holds the end of a line. */
export function tagsIn(typed: string): string[] {
  return typed.split('\n').filter((tag) => tag !== '');
}
