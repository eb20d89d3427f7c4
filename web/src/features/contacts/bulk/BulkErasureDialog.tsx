import { previewErasure, startErasure, typedCountAbove } from '@escuta/contract/bulk-actions';
import type { BulkTarget } from '@escuta/contract/bulk-actions';
import type { CommentTreatment } from '@escuta/contract/erasures';
import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStartErasure } from '#web/features/contacts/bulk/api.ts';
import { isRefusal } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { CommentsChoice } from '#web/ui/CommentsChoice.tsx';
import { ConfirmForm } from '#web/ui/form/ConfirmForm.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';

type Kind = 'anonymize' | 'delete';

interface BulkErasureDialogProps {
  /** What is asked; nothing when closed. */
  readonly kind: Kind | undefined;
  readonly target: BulkTarget;
  readonly onBack: () => void;
  readonly onStarted: () => void;
}

/** Asks before many people are taken out of the product, and says how many they are. */
export function BulkErasureDialog({ kind, target, onBack, onStarted }: BulkErasureDialogProps) {
  const { t } = useTranslation(['bulk-actions', 'ui']);
  // While the dialog fades it still shows what it showed.
  const [shown, setShown] = useState<Kind>('anonymize');
  if (kind !== undefined && kind !== shown) setShown(kind);
  return (
    <Modal
      opened={kind !== undefined}
      onClose={onBack}
      title={t(`erasure.${shown}.title`)}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Counted key={shown} kind={shown} target={target} onBack={onBack} onStarted={onStarted} />
    </Modal>
  );
}

interface CountedProps extends Omit<BulkErasureDialogProps, 'kind'> {
  readonly kind: Kind;
}

/** Only the server knows how many they are: a list of very many is not counted to the end, and who is anonymized already is not again. */
function Counted(props: CountedProps) {
  const { kind, target } = props;
  const answer = useQuery(routeQuery(previewErasure, { body: { target, kind } }, { staleTime: 0, gcTime: 0 }));
  return (
    <Loaded answer={answer}>
      {({ total }) => (
        <Question count={total} isCounted={!answer.isFetching} onCountAgain={() => void answer.refetch()} {...props} />
      )}
    </Loaded>
  );
}

interface QuestionProps extends CountedProps {
  readonly count: number;
  /** They are not being counted again. */
  readonly isCounted: boolean;
  readonly onCountAgain: () => void;
}

/** Whoever deletes or anonymises more than a thousand types how many they are (BULK-02). */
function Question({ kind, count, isCounted, target, onBack, onStarted, onCountAgain }: QuestionProps) {
  const { t } = useTranslation('bulk-actions');
  const start = useStartErasure();
  const [comments, setComments] = useState<CommentTreatment>('remove');
  const number = formatNumber(count);
  const confirm = () =>
    start.mutate(
      { body: { target, kind, comments, expected: count } },
      {
        onSuccess: onStarted,
        onError: (error) => {
          if (isRefusal(startErasure, error, 'COUNT_DIFFERS')) onCountAgain();
        },
      },
    );
  return (
    <ConfirmForm
      call={{ isPending: start.isPending || !isCounted, error: isCounted && start.error }}
      proof={
        count > typedCountAbove && {
          label: t('erasure.type', { number }),
          wrong: t('erasure.typeWrong', { number }),
          isNumber: true,
          isRight: (typed) => typed.replaceAll(/\D/g, '') === String(count),
        }
      }
      confirmLabel={t(`erasure.${kind}.action`)}
      isDestructive
      onConfirm={confirm}
      onBack={onBack}
    >
      <Text>{t(`erasure.${kind}.question`, { count, number })}</Text>
      <CommentsChoice value={comments} onChange={setComments} />
    </ConfirmForm>
  );
}
