/** The reasons that have a text of their own: the sender's, and the one that a restored backup brings (docs/operations.md). */
const texts = {
  restored: 'detail.pausedText.restored',
  template_not_valid: 'detail.pausedText.template_not_valid',
  account_not_usable: 'detail.pausedText.account_not_usable',
} as const;

/** The text for why a send is paused; one that we do not know, or none, has a text too. */
export function pauseKey(reason: string | null) {
  const isKnown = (each: string | null): each is keyof typeof texts => each !== null && Object.hasOwn(texts, each);
  return isKnown(reason) ? texts[reason] : 'detail.pausedText.other';
}
