import type { Contact } from '@escuta/contract/contacts';
import { listConsents } from '@escuta/contract/consents';
import type { Consent } from '@escuta/contract/consents';
import { addressFields, sendChannels } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import type { Output } from '@escuta/contract/route';
import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsentForm } from '#web/features/contacts/timeline/ConsentForm.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import classes from './Timeline.module.css';

type History = Output<(typeof listConsents)['definition']['answer']>;

/** When and how a contact agreed to be written to, what is stopped today, and the way to write down what somebody was told. */
export function ConsentSection({ contact }: { contact: Contact }) {
  const { t } = useTranslation('consents');
  const { can } = useMe();
  const [isOpen, setOpen] = useState(false);
  const answer = useQuery(routeQuery(listConsents, { params: { id: contact._id } }, { staleTime: 0 }));
  const isAnonymized = contact.anonymized_at !== null;
  const mayRecord = can('contacts.edit') && !isAnonymized;
  return (
    <section aria-labelledby="consent">
      <Group justify="space-between" mb="md">
        <Title order={2} id="consent">
          {t('title')}
        </Title>
        {mayRecord && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('record')}
          </Button>
        )}
      </Group>
      <Loaded answer={answer}>{(history) => <ConsentHistory history={history} contact={contact} />}</Loaded>
      <FormDrawer opened={isOpen} title={t('record')} onClose={() => setOpen(false)}>
        <ConsentForm id={contact._id} onSaved={() => setOpen(false)} />
      </FormDrawer>
    </section>
  );
}

interface ConsentHistoryProps {
  readonly history: History;
  readonly contact: Contact;
}

function ConsentHistory({ history: { data, stopped }, contact }: ConsentHistoryProps) {
  const { t } = useTranslation(['consents', 'responses']);
  const { timezone } = useMe().business;
  // Nobody is left to write to, whatever was stopped before.
  const said = (channel: SendChannel) => {
    if (contact.anonymized_at !== null) return t('anonymized');
    const stop = stopped[channel];
    if (stop) return t(`stopped.${stop.reason}`, { when: formatInstant(stop.at, timezone) });
    return contact[addressFields[channel]] === null ? t(`noAddress.${channel}`) : t('open');
  };
  return (
    <>
      <Facts>
        {sendChannels.map((channel) => (
          <Fact key={channel} name={t(`responses:channel.${channel}`)}>
            {said(channel)}
          </Fact>
        ))}
      </Facts>
      {data.length === 0 ? (
        <Text c="dimmed" mt="md">
          {t('empty')}
        </Text>
      ) : (
        <ol className={classes['entries']}>
          {data.map((entry) => (
            <ConsentEntry key={entry._id} entry={entry} />
          ))}
        </ol>
      )}
    </>
  );
}

function ConsentEntry({ entry }: { entry: Consent }) {
  const { t } = useTranslation(['consents', 'timeline', 'responses']);
  const { timezone } = useMe().business;
  const { source, status, channel, basis, text_version: text, by, ip, at } = entry;
  const how = [
    // What a refusal is told with is no ground to write on.
    ...(status === 'granted' ? [t(`basis.${basis}`)] : []),
    ...(text ? [t('text', { text })] : []),
    ...(by ? [t('by', { name: by })] : []),
    ...(ip ? [t('ip', { ip })] : []),
  ];
  return (
    <li className={classes['entry']}>
      <span />
      <div className={classes['words']}>
        <div>{t(`timeline:consent.${source}.${status}`, { channel: t(`responses:channel.${channel}`) })}</div>
        {how.map((line) => (
          <div key={line} className={classes['text']}>
            {line}
          </div>
        ))}
      </div>
      <time dateTime={at} className={`figures ${classes['time']}`}>
        {formatInstant(at, timezone)}
      </time>
    </li>
  );
}
