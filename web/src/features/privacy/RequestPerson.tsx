import { createPersonPackage, erasureRequestTypes, getPrivacyRequest } from '@escuta/contract/privacy-requests';
import type {
  MatchedContact,
  PersonFileFormat,
  PersonPackage,
  PrivacyRequestDetails,
} from '@escuta/contract/privacy-requests';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDownloadPackage } from '#web/features/privacy/api.ts';
import { RequestErasure } from '#web/features/privacy/RequestErasure.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { useMe } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { StatusWord } from '#web/ui/StatusWord.tsx';
import type { StatusTone } from '#web/ui/StatusWord.tsx';
import { CallFailure } from '#web/ui/CallFailure.tsx';
import classes from '#web/ui/list/row-link.module.css';

interface RequestPersonProps {
  readonly request: PrivacyRequestDetails;
  /** A contact was erased: what had the focus is gone. */
  readonly onErased: () => void;
}

/**
 * The contacts that have an address of whoever asks, what was collected about them (PRIVACY-07, -08), and their erasure where the
 * request is for one.
 */
export function RequestPerson({ request, onErased }: RequestPersonProps) {
  const { t } = useTranslation('privacy');
  const collecting = useRouteMutation(createPersonPackage, {
    invalidates: [getPrivacyRequest],
    onSuccess: () => noticeSuccess(t('person.asked')),
  });
  const [erased, setErased] = useState<MatchedContact>();
  const isForErasure = erasureRequestTypes.includes(request.type) && request.closed_at === null;
  const isProved = request.identity_check === 'confirmed';
  // What was refused is collected no more.
  const isCollected = isProved && request.status !== 'refused';
  const collect = (contact: MatchedContact) =>
    collecting.mutate({ params: { id: request._id }, body: { contactId: contact._id, language: currentLanguage() } });
  return (
    <section aria-labelledby="person">
      <Title order={2} id="person" mb="sm">
        {t('person.title')}
      </Title>
      <Stack gap="md">
        {request.contacts.length === 0 && <Text c="dimmed">{t('person.none')}</Text>}
        {request.contacts.length > 0 && !isProved && (
          <Text c="dimmed">{t(isForErasure ? 'erasure.identity' : 'person.identity')}</Text>
        )}
        {request.contacts.map((contact) => (
          <Contact
            key={contact._id}
            contact={contact}
            isDisabled={!isCollected}
            isBusy={collecting.isPending}
            onCollect={() => collect(contact)}
            {...(isForErasure ? { onErase: () => setErased(contact) } : {})}
          />
        ))}
        <RequestErasure
          request={request}
          contact={erased}
          onBack={() => setErased(undefined)}
          onErased={() => {
            setErased(undefined);
            onErased();
          }}
        />
        <CallFailure error={collecting.error} />
        {request.packages.length > 0 && <Packages {...request} />}
      </Stack>
    </section>
  );
}

interface ContactProps {
  readonly contact: MatchedContact;
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
  readonly onCollect: () => void;
  readonly onErase?: () => void;
}

/** One of another unit is not opened: the tab is in this one. */
function Contact({ contact, isDisabled, isBusy, onCollect, onErase }: ContactProps) {
  const { t } = useTranslation('privacy');
  const isHere = useMe().business._id === contact.business._id;
  const name = contact.nome || t('person.unnamed');
  return (
    <Group justify="space-between" gap="sm">
      <div>
        {isHere ? (
          <Link to="/contatos/$id" params={{ id: contact._id }} className={classes['link']}>
            {name}
          </Link>
        ) : (
          <Text fw={500}>{name}</Text>
        )}
        <Text c="dimmed" size="sm">
          {contact.business.nome} · {contact.has.map((address) => t(`person.has.${address}`)).join(', ')}
        </Text>
        {!contact.has.includes('email') && (
          <Text c="dimmed" size="sm">
            {t('person.byPhone')}
          </Text>
        )}
      </div>
      <Group gap="sm">
        <Button
          variant="default"
          disabled={isDisabled}
          loading={isBusy}
          aria-label={t('person.collectOf', { name, unit: contact.business.nome })}
          onClick={onCollect}
        >
          {t('person.collect')}
        </Button>
        {onErase && (
          <Button
            variant="default"
            disabled={isDisabled}
            aria-label={t('erasure.eraseOf', { name, unit: contact.business.nome })}
            onClick={onErase}
          >
            {t('erasure.erase')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

const tones: Readonly<Record<PersonPackage['status'], StatusTone>> = {
  pending: 'busy',
  finished: 'good',
  removed: 'off',
};

const formats = ['pdf', 'json'] as const satisfies PersonFileFormat[];

type PackagesProps = Pick<PrivacyRequestDetails, 'contacts' | 'packages' | 'timezone'>;

function Packages({ contacts, packages, timezone }: PackagesProps) {
  const { t } = useTranslation('privacy');
  const download = useDownloadPackage();
  const titleId = useId();
  return (
    <Stack component="section" aria-labelledby={titleId} gap="sm">
      <Title order={3} id={titleId}>
        {t('person.files')}
      </Title>
      <Text c="dimmed" size="sm">
        {t('person.filesText')}
      </Text>
      {packages.map((each) => (
        <Package
          key={each._id}
          collected={each}
          contact={contacts.find(({ _id }) => _id === each._contact)}
          timezone={timezone}
          onDownload={(format) => download.mutate({ id: each._id, format })}
        />
      ))}
      <CallFailure error={download.error} />
    </Stack>
  );
}

interface PackageProps {
  readonly collected: PersonPackage;
  /** Whose it is; none who lost the addresses since. */
  readonly contact: MatchedContact | undefined;
  readonly timezone: string;
  readonly onDownload: (format: PersonFileFormat) => void;
}

/** Of one contact there may be several: what tells their buttons apart is the time. */
function Package({ collected: { status, created_at, expires_at }, contact, timezone, onDownload }: PackageProps) {
  const { t } = useTranslation('privacy');
  const whose = contact
    ? t('person.of', { name: contact.nome || t('person.unnamed'), unit: contact.business.nome })
    : t('person.gone');
  const when = formatInstant(created_at, timezone);
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={500}>{whose}</Text>
        <StatusWord tone={tones[status]} word={t(`person.status.${status}`)} />
        <Text c="dimmed" size="sm">
          {when}
          {status === 'finished' && ` · ${t('person.until', { when: formatInstant(expires_at, timezone) })}`}
        </Text>
      </div>
      {status === 'finished' && (
        <Group gap="sm">
          {formats.map((format) => (
            <Button
              key={format}
              variant="default"
              aria-label={t(`person.${format}Of`, { whose, when })}
              onClick={() => onDownload(format)}
            >
              {t(`person.${format}`)}
            </Button>
          ))}
        </Group>
      )}
    </Group>
  );
}
