import { conditionsMax, segmentNameLengthMax } from '@escuta/contract/segments';
import type { Segment } from '@escuta/contract/segments';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conditionsIn } from '#web/features/contacts/segments/builder/draft.ts';
import { GroupEditor } from '#web/features/contacts/segments/builder/GroupEditor.tsx';
import { InWords } from '#web/features/contacts/segments/builder/InWords.tsx';
import { SegmentPreview } from '#web/features/contacts/segments/builder/SegmentPreview.tsx';
import { useSegmentBuilder } from '#web/features/contacts/segments/builder/use-segment-builder.ts';
import type { SegmentBuilding } from '#web/features/contacts/segments/builder/use-segment-builder.ts';
import { DeleteSegmentDialog } from '#web/features/contacts/segments/DeleteSegmentDialog.tsx';
import { NameDialog } from '#web/features/contacts/segments/NameDialog.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useDirtyGuard } from '#web/ui/form/dirty-guard.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';
import classes from './SegmentBuilder.module.css';
import { AttemptFailure } from '#web/ui/form/AttemptFailure.tsx';

/** Name and conditions of a segment, with how many they find beside them. */
export function SegmentBuilder({ segment }: { segment: Segment | undefined }) {
  const { t } = useTranslation('segments');
  const navigate = useNavigate();
  const building = useSegmentBuilder(segment, () => {
    noticeSuccess(t(segment ? 'builder.saved' : 'builder.created'));
    void navigate({ to: '/contatos/segmentos' });
  });
  const guard = useDirtyGuard(building.isDirty);
  const form = useRef<HTMLFormElement>(null);
  const { draft, wrong, nameError } = building;
  useEffect(() => {
    if (nameError) form.current?.querySelector<HTMLElement>('input[name="name"]')?.focus();
    else if (wrong.length > 0) form.current?.querySelector<HTMLElement>('[data-wrong] select')?.focus();
  }, [wrong, nameError]);
  const errorOf = (key: string) => {
    const found = wrong.find((each) => each.key === key);
    return found && t(found.why === 'invalid' ? 'builder.invalidOne' : 'builder.unfinishedOne');
  };
  const total = conditionsIn(draft).length;
  return (
    <div className={classes['page']}>
      <form
        ref={form}
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void building.save();
        }}
      >
        <div className={classes['card']}>
          <TextInput
            name="name"
            label={t('name.label')}
            aria-required
            autoComplete="off"
            maxLength={segmentNameLengthMax}
            maw={440}
            value={building.name}
            error={nameError}
            onChange={({ currentTarget }) => building.setName(currentTarget.value)}
          />
        </div>
        <div className={classes['card']}>
          <GroupEditor group={draft} level={1} place="" total={total} errorOf={errorOf} onChange={building.setDraft} />
          {total >= conditionsMax && (
            <Text c="dimmed" mt="sm">
              {t('builder.full', { most: formatNumber(conditionsMax) })}
            </Text>
          )}
        </div>
        <AttemptFailure text={building.failure} />
        <Foot segment={segment} building={building} />
      </form>
      <SegmentPreview definition={building.definition} segmentId={segment?._id}>
        <InWords draft={draft} />
      </SegmentPreview>
      {guard.dialog}
    </div>
  );
}

interface FootProps {
  readonly segment: Segment | undefined;
  readonly building: SegmentBuilding;
}

/** What can be done with the whole. */
function Foot({ segment, building }: FootProps) {
  const { t } = useTranslation('segments');
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'delete' | 'saveAs'>();
  const close = () => setOpened(undefined);
  return (
    <Group gap="sm">
      <Button type="submit" loading={building.isBusy && opened === undefined}>
        {t('builder.save')}
      </Button>
      {segment && (
        <>
          <Button variant="default" onClick={() => building.finishedDefinition() && setOpened('saveAs')}>
            {t('builder.saveAs')}
          </Button>
          <Button variant="default" onClick={() => setOpened('delete')}>
            {t('delete.action')}
          </Button>
        </>
      )}
      {segment && opened === 'saveAs' && (
        <NameDialog
          title={t('builder.saveAsTitle')}
          text={t('builder.saveAsText')}
          submitLabel={t('builder.save')}
          onSubmit={async (name) => {
            const id = await building.saveAs(name);
            if (!id) return;
            noticeSuccess(t('builder.created'));
            void navigate({ to: '/contatos/segmentos/$id', params: { id } });
          }}
          onClose={close}
        />
      )}
      {segment && opened === 'delete' && (
        <DeleteSegmentDialog
          segment={segment}
          onDeleted={() => {
            building.letGo();
            void navigate({ to: '/contatos/segmentos' });
          }}
          onClose={close}
        />
      )}
    </Group>
  );
}
