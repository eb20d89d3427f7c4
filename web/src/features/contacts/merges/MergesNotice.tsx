import type { Contact } from '@escuta/contract/contacts';
import { listMerges } from '@escuta/contract/merges';
import type { Merge } from '@escuta/contract/merges';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowsJoin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UndoMergeDialog } from '#web/features/contacts/merges/UndoMergeDialog.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { usePersonName } from '#web/ui/use-person-name.ts';

/** Says of a contact who was merged into it in the last thirty days, and takes that back. */
export function MergesNotice({ contact }: { contact: Contact }) {
  const { can } = useMe();
  const mayMerge = can('contacts.merge');
  const { data } = useQuery(routeQuery(listMerges, mayMerge ? { params: { id: contact._id } } : undefined));
  const [undone, setUndone] = useState<Merge>();
  if (!mayMerge || !data || data.data.length === 0) return null;
  return (
    <Alert
      role="note"
      color="gray"
      variant="light"
      mb="lg"
      icon={<IconArrowsJoin size={20} stroke={1.5} aria-hidden />}
    >
      <Stack gap="sm">
        {data.data.map((merge) => (
          <MergeLine key={merge._id} merge={merge} onUndo={() => setUndone(merge)} />
        ))}
      </Stack>
      {undone && <UndoMergeDialog merge={undone} onClose={() => setUndone(undefined)} />}
    </Alert>
  );
}

function MergeLine({ merge, onUndo }: { merge: Merge; onUndo: () => void }) {
  const { t } = useTranslation('merges');
  const { timezone } = useMe().business;
  const personName = usePersonName();
  const name = personName(merge.absorbed);
  const when = formatInstant(merge.merged_at, timezone);
  return (
    <Group gap="sm">
      <Text style={{ overflowWrap: 'anywhere' }}>
        {merge.by ? t('note.by', { name, when, by: merge.by }) : t('note.plain', { name, when })}
      </Text>
      {merge.can_undo && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('note.undoOf', { name })}
          title={t('note.until', { when: formatInstant(merge.undo_until, timezone) })}
          onClick={onUndo}
        >
          {t('note.undo')}
        </Button>
      )}
    </Group>
  );
}

/** From the page of a contact to another one to be merged with it. */
export function MergeLink({ contact }: { contact: Contact }) {
  const { t } = useTranslation('merges');
  const { can } = useMe();
  if (!can('contacts.merge') || contact.anonymized_at !== null) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconArrowsJoin size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/contatos/$id/unir" params={{ id: contact._id }} {...props} />}
    >
      {t('link')}
    </Button>
  );
}
