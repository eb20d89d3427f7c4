import {
  canBeNarrowed,
  canByExportFlag,
  decidesWhoComesIn,
  isOwner,
  mayGive,
  roles,
  ticketingRoleOf,
  ticketingRoles,
} from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { Checkbox, MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowingFields } from '#web/features/team/NarrowingFields.tsx';
import type { TypedStanding } from '#web/features/team/standing-form.ts';
import { useIsVisitor } from '#web/lib/account-access.ts';
import { useMe } from '#web/lib/me.ts';
import { Select } from '#web/ui/Select.tsx';

interface StandingFieldsProps {
  readonly values: TypedStanding;
  /** The role that somebody has already. */
  readonly former?: Role;
  /** What is wrong with the value that narrows. */
  readonly narrowingError: ReactNode;
  readonly onChange: (part: Partial<TypedStanding>) => void;
}

/** Role, ticketing role, units and what narrows in them; nobody is offered a role above the own, and no visitor one that decides who comes in. */
export function StandingFields({ values, former, narrowingError, onChange }: StandingFieldsProps) {
  const { t } = useTranslation('team');
  const { user, businesses } = useMe();
  const isVisitor = useIsVisitor();
  const role = values.role as Role;
  const isOwnersByVisitor = isVisitor && former !== undefined && isOwner(former);
  const offered = roles.filter(
    (one) => mayGive(user.role, one) && (one === former || !isVisitor || !decidesWhoComesIn(one)),
  );
  const bound = ticketingRoleOf(role);
  return (
    <>
      <Select
        label={t('column.role')}
        description={isOwnersByVisitor ? t('ownerByOwnPeople') : t(`roleText.${role}`)}
        disabled={isOwnersByVisitor}
        allowDeselect={false}
        data={offered.map((value) => ({ value, label: t(`role.${value}`) }))}
        value={values.role}
        onChange={(value) => value && onChange({ role: value })}
      />
      <Select
        label={t('column.ticketing')}
        placeholder={t('noTicketing')}
        clearable={bound === undefined}
        disabled={bound !== undefined}
        data={ticketingRoles.map((value) => ({ value, label: t(`ticketing.${value}`) }))}
        value={bound ?? (values.ticketing_role || null)}
        onChange={(value) => onChange({ ticketing_role: value ?? '' })}
      />
      <MultiSelect
        label={t('column.units')}
        description={t('unitsText')}
        placeholder={values.units === '' ? t('allUnits') : undefined}
        data={businesses.map(({ _id, nome }) => ({ value: _id as string, label: nome }))}
        value={values.units === '' ? [] : values.units.split(',')}
        onChange={(ids) => onChange({ units: ids.join(',') })}
      />
      {canBeNarrowed(role) && <NarrowingFields values={values} error={narrowingError} onChange={onChange} />}
      {canByExportFlag(role, 'contacts.export') && (
        <Checkbox
          label={t('exportsPersonalData')}
          description={t('exportsPersonalDataText')}
          checked={values.exports_personal_data}
          onChange={(event) => onChange({ exports_personal_data: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
