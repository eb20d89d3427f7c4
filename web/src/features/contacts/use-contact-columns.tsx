import type { Contact } from '@escuta/contract/contacts';
import { readableEmail } from '@escuta/contract/email-address';
import { metrics } from '@escuta/contract/metrics';
import { addressFields, sendChannels } from '@escuta/contract/sends';
import { Badge, Group, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CompanyLink } from '#web/features/contacts/companies/CompanyLink.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useTableRoom } from '#web/lib/use-table-room.ts';
import type { TableRoom } from '#web/lib/use-table-room.ts';
import type { Column } from '#web/ui/list/column.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { Phone } from '#web/ui/Phone.tsx';
import { ScoreChip } from '#web/ui/ScoreChip.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from '#web/ui/list/row-link.module.css';

/** In pixels. Where there is room, 'Nov 22, 2026, 11:08 PM' and nearly all addresses stand in one line. */
const widths = {
  wide: { email: 290, company: 160, instant: 178 },
  medium: { email: 248, company: 112, instant: 120 },
  narrow: { email: 168, company: 100, instant: 108 },
} as const satisfies Record<TableRoom, object>;

/** Had before any row is there: one that waited for the words of its score would take the page away. */
const textsOfRows = ['contacts', ...metrics] as const;

/** What the list says of each contact; in a list one is opened by its name. */
export function useContactColumns(onOpen: ((contact: Contact) => void) | undefined): Column<Contact>[] {
  const { t } = useTranslation(textsOfRows);
  const personName = usePersonName();
  const { timezone, nome: unitName } = useMe().business;
  const width = widths[useTableRoom()];
  const when = (instant: string | null) => (instant ? formatInstant(instant, timezone) : <NoValue />);
  return [
    {
      key: 'name',
      header: t('column.name'),
      widthMin: 128,
      orders: [{ by: 'name', direction: 'ascending' }],
      cell: (contact) =>
        onOpen ? (
          <UnstyledButton className={classes['link']} title={contact.name} onClick={() => onOpen(contact)}>
            <Text inherit span lineClamp={2}>
              {personName(contact)}
            </Text>
          </UnstyledButton>
        ) : (
          <Text fw={500} lineClamp={2} title={contact.name}>
            {personName(contact)}
          </Text>
        ),
    },
    {
      key: 'email',
      header: t('column.email'),
      width: width.email,
      cell: ({ email }) => (email === null ? <NoValue /> : <Address email={email} />),
    },
    {
      key: 'tel',
      header: t('column.tel'),
      width: 158,
      cell: ({ tel }) => (tel ? <Phone tel={tel} /> : <NoValue />),
    },
    {
      key: 'company',
      header: t('column.company'),
      width: width.company,
      choice: 'shown',
      cell: ({ _company }) => (_company ? <CompanyLink company={_company} /> : <NoValue />),
    },
    {
      key: 'tags',
      header: t('column.tags'),
      width: 160,
      choice: 'hidden',
      cell: ({ tags }) => (tags.length === 0 ? <NoValue /> : <Tags tags={tags} />),
    },
    {
      key: 'external_id',
      header: t('column.external_id'),
      width: 160,
      card: 'none',
      choice: 'hidden',
      cell: ({ external_id }) => external_id ?? <NoValue />,
    },
    {
      key: 'source',
      header: t('column.source'),
      width: 160,
      card: 'none',
      choice: 'hidden',
      cell: ({ source }) => t(`source.${source}`),
    },
    {
      key: 'score',
      header: t('column.score'),
      width: 100,
      align: 'end',
      card: 'corner',
      choice: 'shown',
      cell: ({ last_score, last_metric }) =>
        last_score === null || last_metric === null ? (
          <NoValue />
        ) : (
          <ScoreChip metric={last_metric} score={last_score} />
        ),
    },
    {
      key: 'sent',
      header: t('column.sent'),
      width: width.instant,
      card: 'none',
      choice: 'shown',
      cell: ({ last_sent_at }) => when(last_sent_at),
    },
    {
      key: 'unit',
      header: t('column.unit'),
      width: 160,
      card: 'none',
      choice: 'hidden',
      cell: () => unitName,
    },
    {
      key: 'quarantine',
      header: t('column.quarantine'),
      width: width.instant,
      card: 'none',
      choice: 'hidden',
      cell: ({ quarantine_until: until }) => when(until ?? null),
    },
    {
      key: 'consents',
      header: t('column.consents'),
      width: 200,
      card: 'none',
      choice: 'hidden',
      cell: (contact) => <Consents contact={contact} />,
    },
    {
      key: 'created',
      header: t('column.created'),
      width: width.instant,
      card: 'none',
      choice: 'hidden',
      orders: [{ by: 'created_at', direction: 'descending', isDefault: true }],
      cell: ({ created_at }) => when(created_at),
    },
  ];
}

/** One that does not fit in a line goes on in the next from its domain on. */
function Address({ email }: { email: string }) {
  const [local, domain] = readableEmail(email).split(/(?<=@)/);
  return (
    <>
      {local}
      <wbr />
      {domain}
    </>
  );
}

/** Whether each channel that reaches a contact may be used, and why not. */
function Consents({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts');
  const { stopped } = contact;
  const reached = sendChannels.filter((channel) => contact[addressFields[channel]] !== null);
  if (!stopped || reached.length === 0) return <NoValue />;
  return (
    <>
      {reached.map((channel) => (
        <Text key={channel} inherit>
          {t(`consent.${channel}.${stopped[channel] ?? 'open'}`)}
        </Text>
      ))}
    </>
  );
}

/** As people write them: another case would be another word to whoever reads it. */
function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <Group gap={4}>
      {tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none" fw={500} maw="100%">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
