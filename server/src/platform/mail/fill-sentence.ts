/**
 * Puts words into the `{{name}}` places of a sentence; a place without a word stays, since it may be a placeholder of
 * the message itself.
 */
export function fillSentence(sentence: string, words: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (place, name: string) => words[name] ?? place);
}
