import type { QuestionView } from '../page-model.ts';

interface Props {
  readonly view: QuestionView;
  readonly questionKey: string;
  /** The form completes the answers. */
  readonly isLast: boolean;
}

/** What a form says of itself: whose answers they are, their step, the question in view, and when the page was made. */
export function HiddenFields({ view, questionKey, isLast }: Props) {
  return (
    <>
      <input type="hidden" name="r" value={view.responseId} />
      <input type="hidden" name="s" value={view.seq} />
      <input type="hidden" name="q" value={questionKey} />
      <input type="hidden" name="o" value={view.openedAt} />
      {isLast && <input type="hidden" name="c" value="1" />}
    </>
  );
}
