import type { Comment, DashboardFilter } from '@escuta/contract/analytics';
import { responsesBehind } from '@escuta/contract/response-filter';
import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use, useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { commentsQuery } from '#web/features/dashboard/api.ts';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { NumberLink, ShownResponses } from '#web/features/dashboard/NumberLink.tsx';
import { formatInstant, formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { HiddenAnswer } from '#web/ui/HiddenAnswer.tsx';
import { ResponsesLink } from '#web/ui/ResponsesLink.tsx';
import { ScoreChip } from '#web/ui/ScoreChip.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from './CommentsCard.module.css';

/** A longer comment is folded to three lines. */
const foldedCharsMin = 280;
const skeletonRows = ['1', '2', '3'];

interface CommentsCardProps {
  readonly filter: DashboardFilter;
  /** How many comments there are in all; undefined until it is known. */
  readonly count: number | undefined;
  readonly className?: string | undefined;
}

/** What people wrote last. Loads on its own: numbers and words do not wait for each other. */
export function CommentsCard({ filter, count, className }: CommentsCardProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const comments = useQuery(commentsQuery(filter));
  // The numbers stand over them, and are drawn first.
  const shown = useDeferredValue(comments.data);
  return (
    <DashboardCard
      title={t('comments.title')}
      className={className}
      isBusy={shown === undefined && comments.error === null}
      actions={
        count !== undefined &&
        count > 0 && (
          <NumberLink behind={{ of: 'comments' }} count={count} className="figures">
            {t('comments.all', { count, n: formatNumber(count) })}
          </NumberLink>
        )
      }
    >
      {shown ? (
        <Comments comments={shown.data} />
      ) : comments.error ? (
        <ErrorState error={comments.error} onRetry={() => void comments.refetch()} />
      ) : (
        <Stack gap="lg">
          {skeletonRows.map((row) => (
            <Skeleton key={row} h={44} />
          ))}
        </Stack>
      )}
    </DashboardCard>
  );
}

function Comments({ comments }: { comments: readonly Comment[] }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  if (comments.length === 0) return <EmptyState title={t('comments.empty')} text={t('comments.emptyText')} />;
  return (
    <ul className={classes['comments']}>
      {comments.map((comment) => (
        <OneComment key={comment._id} comment={comment} />
      ))}
    </ul>
  );
}

function OneComment({ comment }: { comment: Comment }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { business } = useMe();
  const personName = usePersonName();
  const [isOpened, setOpened] = useState(false);
  const isLong = (comment.comment?.length ?? 0) > foldedCharsMin;
  const time = (
    <time dateTime={comment.answered_at} className={`figures ${classes['time']}`}>
      {formatInstant(comment.answered_at, business.timezone)}
    </time>
  );
  const { metric, score } = comment;
  const chip = metric && score !== null && <ScoreChip metric={metric} score={score} />;
  return (
    <li className={classes['comment']}>
      <div className={classes['chip']}>{chip && <OpenComment comment={comment}>{chip}</OpenComment>}</div>
      <div className={classes['words']}>
        <Text className={classes['text'] ?? ''} {...(isLong && !isOpened ? { lineClamp: 3 } : {})}>
          {comment.comment_hidden ? <HiddenAnswer /> : comment.comment}
        </Text>
        {isLong && (
          <Anchor component="button" type="button" size="sm" data-alone onClick={() => setOpened(!isOpened)}>
            {isOpened ? t('comments.less') : t('comments.more')}
          </Anchor>
        )}
        <Text size="xs" c="dimmed" className={classes['source'] ?? ''}>
          <span className={classes['name']}>
            {comment.customer ? personName(comment.customer) : t(nameless(comment))}
          </span>
          {' · '}
          {comment.survey.title}
        </Text>
      </div>
      {chip ? time : <OpenComment comment={comment}>{time}</OpenComment>}
    </li>
  );
}

/** Leads to the whole response, in the list of those with a comment. */
function OpenComment({ comment: { _id: id }, children }: { comment: Comment; children: ReactNode }) {
  const shown = use(ShownResponses);
  return (
    <ResponsesLink filter={responsesBehind(shown, { of: 'comments' })} responseId={id}>
      {children}
    </ResponsesLink>
  );
}

/** Nobody ever knew who answered; or a message went to a contact, who is gone since. */
function nameless({ anonymous }: Comment): 'comments.anonymous' | 'comments.deleted' {
  return anonymous ? 'comments.anonymous' : 'comments.deleted';
}
