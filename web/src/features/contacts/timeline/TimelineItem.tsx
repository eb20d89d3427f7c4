import { isSwitchedOn } from '@escuta/contract/access-policy';
import type { TimelineEntry } from '@escuta/contract/timeline';
import { IconFileImport, IconHandStop, IconMessage2, IconPencil, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { HiddenAnswer } from '#web/ui/HiddenAnswer.tsx';
import { ResponsesLink } from '#web/ui/ResponsesLink.tsx';
import { ScoreChip } from '#web/ui/ScoreChip.tsx';
import classes from './Timeline.module.css';

type Entry<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>;

const icons = {
  message: IconSend,
  response: IconMessage2,
  consent: IconHandStop,
  change: IconPencil,
  tagging: IconPencil,
  import: IconFileImport,
};

/** One thing that happened with a contact, and when. */
export function TimelineItem({ entry }: { entry: TimelineEntry }) {
  const { timezone } = useMe().business;
  const Icon = icons[entry.kind];
  return (
    <li className={classes['entry']}>
      <span className={classes['icon']}>
        <Icon size={16} stroke={1.5} aria-hidden />
      </span>
      <div className={classes['words']}>
        <What entry={entry} />
      </div>
      <time dateTime={entry.at} className={`figures ${classes['time']}`}>
        {formatInstant(entry.at, timezone)}
      </time>
    </li>
  );
}

function What({ entry }: { entry: TimelineEntry }) {
  switch (entry.kind) {
    case 'message':
      return <Message entry={entry} />;
    case 'response':
      return <Response entry={entry} />;
    case 'consent':
      return <ConsentText entry={entry} />;
    case 'change':
      return <Change entry={entry} />;
    case 'tagging':
      return <Tagging entry={entry} />;
    case 'import':
      return <ImportText entry={entry} />;
  }
}

function Message({ entry: { outcome, channel, survey, send_id: id, reason } }: { entry: Entry<'message'> }) {
  const { t } = useTranslation(['timeline', 'responses', 'sends']);
  const { can, opens, switches } = useMe();
  const opensQueue = can('sends.read') && opens('queues') && isSwitchedOn('queues', switches);
  return (
    <>
      <div>
        {t(`message.${outcome}`, { channel: t(`responses:channel.${channel}`) })}{' '}
        {opensQueue ? (
          <Link to="/queues/$id/detailed" params={{ id }} className={classes['link']} data-alone>
            {survey.title}
          </Link>
        ) : (
          survey.title
        )}
      </div>
      {outcome !== 'sent' && reason && <div className={classes['text']}>{t(`sends:error-queue-${reason}`)}</div>}
    </>
  );
}

function Response({ entry }: { entry: Entry<'response'> }) {
  const { _id, survey, channel, metric, score, comment, comment_hidden } = entry;
  const { t } = useTranslation(['timeline', 'responses']);
  return (
    <>
      <div className={classes['answer']}>
        {metric && score !== null && <ScoreChip metric={metric} score={score} />}
        <span>
          {t('response', { channel: t(`responses:channel.${channel}`) })}{' '}
          <ResponsesLink filter={{ surveyId: survey._id }} responseId={_id}>
            {survey.title}
          </ResponsesLink>
        </span>
      </div>
      {comment_hidden && (
        <div className={classes['text']}>
          <HiddenAnswer />
        </div>
      )}
      {comment && <blockquote className={classes['comment']}>{comment}</blockquote>}
    </>
  );
}

function ConsentText({ entry: { status, source, channel, basis, by } }: { entry: Entry<'consent'> }) {
  const { t } = useTranslation(['timeline', 'responses', 'consents']);
  return (
    <>
      <div>{t(`consent.${source}.${status}`, { channel: t(`responses:channel.${channel}`) })}</div>
      {source === 'staff' && status === 'granted' && (
        <div className={classes['text']}>{t(`consents:basis.${basis}`)}</div>
      )}
      {by && <div className={classes['text']}>{by}</div>}
    </>
  );
}

function Change({ entry: { action, by, fields } }: { entry: Entry<'change'> }) {
  const { t, i18n } = useTranslation(['timeline', 'audit']);
  // A custom field is called as the company called it.
  const words = fields.map((field) =>
    i18n.exists(`value.${field}`, { ns: 'audit' }) ? t(`audit:value.${field as 'tags'}`) : field,
  );
  return (
    <>
      <div>
        {t(`audit:action.${action}`)}
        {words.length > 0 && `: ${words.join(', ')}`}
      </div>
      <div className={classes['text']}>{by ?? t('audit:actor.system')}</div>
    </>
  );
}

function Tagging({ entry: { outcome, tags, by } }: { entry: Entry<'tagging'> }) {
  const { t } = useTranslation(['timeline', 'audit']);
  return (
    <>
      <div>{t(`tagging.${outcome}`, { tags: tags.join(', ') })}</div>
      <div className={classes['text']}>{by ?? t('audit:actor.system')}</div>
    </>
  );
}

function ImportText({ entry: { outcome, import: from } }: { entry: Entry<'import'> }) {
  const { t } = useTranslation('timeline');
  const { opens } = useMe();
  return (
    <>
      <div>{t(`import.${outcome}`)}</div>
      {from && (
        <div className={classes['text']}>
          {opens('imports') ? (
            <Link to="/imports/$id" params={{ id: from._id }} className={classes['link']} data-alone>
              {from.file_name}
            </Link>
          ) : (
            from.file_name
          )}
        </div>
      )}
    </>
  );
}
