import type { SegmentId } from '@escuta/contract/ids';
import { createSegment, getSegment, listSegments, updateSegment } from '@escuta/contract/segments';
import type { Segment } from '@escuta/contract/segments';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  conditionsIn,
  definitionOf,
  draftCondition,
  draftGroup,
  draftOf,
} from '#web/features/contacts/segments/builder/draft.ts';
import type { DraftGroup } from '#web/features/contacts/segments/builder/draft.ts';
import { useSources } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { finished } from '#web/features/contacts/segments/conditions/index.ts';
import { CallError, isRefusal } from '#web/lib/call.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';

const nameSchema = createSegment.definition.body.shape.name;

/** A new segment begins with one condition, to be filled in. */
function firstDraft(): DraftGroup {
  return draftGroup('all', [draftCondition({ kind: 'text', field: 'name', test: { op: 'contains', value: null } })]);
}

/** Where a condition stands among all, and what is wrong with it. */
interface WrongCondition {
  readonly key: string;
  readonly why: 'unfinished' | 'invalid';
}

/** A segment while it is made or changed: its name and conditions, what is wrong with them, and how they are saved. */
export function useSegmentBuilder(segment: Segment | undefined, onSaved: (saved: Segment) => void) {
  const { t } = useTranslation('segments');
  const errorText = useErrorText();
  const typed = useTypedSegment(segment);
  const { draft, definition } = typed;
  const invalidates = [listSegments, getSegment];
  const create = useRouteMutation(createSegment, { invalidates });
  const update = useRouteMutation(updateSegment, { invalidates });

  /** The conditions, where all are finished; marks those that are not. */
  function finishedDefinition() {
    const unfinished = conditionsIn(draft).filter(({ condition }) => !finished(condition));
    typed.blame(
      unfinished.map(({ key }) => ({ key, why: 'unfinished' })),
      unfinished.length > 0 ? t('builder.unfinished') : undefined,
    );
    return definition;
  }

  function refused(error: unknown): void {
    if (isRefusal(createSegment, error, 'SEGMENT_EXISTS')) {
      typed.setNameError(t('name.exists'));
      return;
    }
    const place = error instanceof CallError ? error.params['place'] : undefined;
    const named = typeof place === 'number' ? conditionsIn(draft)[place] : undefined;
    typed.blame(named ? [{ key: named.key, why: 'invalid' }] : [], errorText(error));
  }

  const save = useOneAtATime(async () => {
    const conditions = finishedDefinition();
    const name = nameSchema.safeParse(typed.name);
    typed.setNameError(name.success ? undefined : t('name.required'));
    if (!name.success || !conditions) return;
    const body = { name: name.data, definition: conditions };
    try {
      const answer = await (segment
        ? update.mutateAsync({ params: { id: segment._id }, body })
        : create.mutateAsync({ body }));
      typed.letGo();
      onSaved(answer);
    } catch (error) {
      refused(error);
    }
  });

  return {
    ...typed,
    isBusy: create.isPending || update.isPending,
    save,
    finishedDefinition,
    /** Saves the conditions as another segment; throws what the server refuses. */
    saveAs: async (otherName: string): Promise<SegmentId | undefined> => {
      if (!definition) return undefined;
      const { _id } = await create.mutateAsync({ body: { name: otherName, definition } });
      typed.letGo();
      return _id;
    },
  };
}

/** What stands in the builder, and what is wrong with it. */
function useTypedSegment(segment: Segment | undefined) {
  const [name, setName] = useState(segment?.name ?? '');
  const sources = useSources();
  const [draft, setDraft] = useState(() => (segment?.definition ? draftOf(segment.definition, sources) : firstDraft()));
  const [nameError, setNameError] = useState<string>();
  const [wrong, setWrong] = useState<readonly WrongCondition[]>([]);
  const [failure, setFailure] = useState<string>();
  const definition = definitionOf(draft);
  const written = JSON.stringify([name, draft.match, definition ?? conditionsIn(draft)]);
  const [first] = useState(written);
  // Read by the guard at once, before the page that is left is drawn again.
  const saved = useRef(first);
  const blame = (conditions: readonly WrongCondition[], why: string | undefined) => {
    setWrong(conditions);
    setFailure(why);
  };
  return {
    name,
    setName: (words: string) => {
      setNameError(undefined);
      setName(words);
    },
    nameError,
    setNameError,
    draft,
    setDraft: (changed: DraftGroup) => {
      // What is being mended is not blamed.
      blame([], undefined);
      setDraft(changed);
    },
    definition,
    wrong,
    failure,
    blame,
    isDirty: () => saved.current !== written,
    /** Nothing of it has to be kept any more. */
    letGo: () => {
      saved.current = written;
    },
  };
}

export type SegmentBuilding = ReturnType<typeof useSegmentBuilder>;
