import type { Business } from '@escuta/contract/companies';
import { Button, Menu, ScrollArea, Text } from '@mantine/core';
import { IconBuildingStore, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CompanyLogo } from '#web/app/CompanyLogo.tsx';
import { shortUnitName } from '#web/app/unit-names.ts';
import { mayLeave } from '#web/lib/leaving.ts';
import { useMe } from '#web/lib/me.ts';
import { chooseUnit } from '#web/lib/unit.ts';
import { writeAsIn } from '#web/lib/writing-zone.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import classes from './BusinessSwitcher.module.css';

const listHeightMax = 245;
const storeIcon = <IconBuildingStore size={16} stroke={1.5} aria-hidden />;

/** Chooses the unit to work in; shown only to whoever has more than one (TOPBAR-06..09). */
export function BusinessSwitcher() {
  const { t } = useTranslation('shell');
  const { business, businesses, company } = useMe();
  const router = useRouter();
  const isPhone = useIsPhone();
  if (businesses.length < 2) return null;
  const names = businesses.map(({ nome }) => nome);

  async function choose({ _id: id, timezone }: Business): Promise<void> {
    // What is unsaved belongs to the unit that is about to be left.
    if (id === business._id || !(await mayLeave())) return;
    // Gone from a thing of the unit left behind before the screen begins anew in the other one, which does not have it.
    const { listPath, unitSearch = [] } = router.state.matches.at(-1)?.staticData ?? {};
    if (listPath) await router.navigate({ to: listPath, replace: true, ignoreBlocker: true });
    else if (unitSearch.some((key) => key in router.state.location.search))
      await router.navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...Object.fromEntries(unitSearch.map((key) => [key, undefined])) }),
        replace: true,
        ignoreBlocker: true,
      });
    // The screen of the other unit is drawn at once.
    writeAsIn(timezone);
    chooseUnit(id);
    void router.invalidate();
  }

  return (
    <Menu position={isPhone ? 'bottom-start' : 'bottom-end'} withinPortal={false}>
      <Menu.Target>
        <Button
          variant={isPhone ? 'transparent' : 'default'}
          aria-label={t('unit.choose', { name: business.nome })}
          leftSection={isPhone ? undefined : company.logo ? <CompanyLogo /> : storeIcon}
          rightSection={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
          maw={{ base: '100%', sm: company.logo ? 340 : 280 }}
          className={classes['switcher'] ?? ''}
        >
          <Text truncate title={business.nome} size={isPhone ? 'xs' : undefined}>
            {isPhone ? shortUnitName(business.nome, names) : business.nome}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw="calc(100vw - 32px)">
        <ScrollArea.Autosize mah={listHeightMax} scrollbars="y">
          {businesses.map((each) => (
            <Menu.Item
              key={each._id}
              onClick={() => void choose(each)}
              aria-current={each._id === business._id ? 'true' : undefined}
              rightSection={each._id === business._id ? <IconCheck size={16} stroke={1.5} aria-hidden /> : undefined}
            >
              {each.nome}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
