import type { BusinessUnitId } from '@escuta/contract/ids';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { remember, remembered } from '#web/lib/session.ts';
import { chooseUnit, currentUnit, forgetUnit, leadNewTabs } from '#web/lib/unit.ts';

const paulista = '019a9f3e-0000-7000-8000-0000000000b1' as BusinessUnitId;
const praia = '019a9f3e-0000-7000-8000-0000000000b2' as BusinessUnitId;

describe('the unit of a tab', () => {
  test('[STORE-02] is remembered by the browser for the next tab', () => {
    chooseUnit(paulista);
    expect(localStorage.getItem('business')).toBe(paulista);
    // A new tab has nothing of its own yet.
    sessionStorage.clear();
    expect(currentUnit()).toBe(paulista);
  });

  test('stays what it is when another tab chooses, also after a reload', () => {
    localStorage.setItem('business', paulista);
    expect(currentUnit()).toBe(paulista);
    localStorage.setItem('business', praia);
    expect(currentUnit()).toBe(paulista);
    localStorage.clear();
    expect(currentUnit()).toBe(paulista);
  });
});

describe('a tab that is opened after another one was used', () => {
  test.each([
    ['somebody clicks', () => new PointerEvent('pointerdown')],
    ['somebody presses a key', () => new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true })],
    ['it comes to the front', () => new FocusEvent('focus')],
  ])('begins in the unit of that one: %s', (_, use) => {
    leadNewTabs();
    chooseUnit(paulista);
    // Another tab went to another unit since.
    localStorage.setItem('business', praia);
    window.dispatchEvent(use());
    sessionStorage.clear();
    expect(currentUnit()).toBe(paulista);
  });

  test('leaves the last choice where this one has no unit yet', () => {
    leadNewTabs();
    localStorage.setItem('business', praia);
    window.dispatchEvent(new PointerEvent('pointerdown'));
    expect(localStorage.getItem('business')).toBe(praia);
  });
});

describe('a browser that keeps nothing', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  afterEach(() => {
    vi.unstubAllGlobals();
    forgetUnit();
  });

  test('works in the unit that was chosen, and with the token of the sign-in, until the tab is closed', () => {
    for (const name of ['localStorage', 'sessionStorage'])
      vi.stubGlobal(name, { getItem: blocked, setItem: blocked, removeItem: blocked, clear: blocked });
    chooseUnit(praia);
    remember('token', 'a-token');
    expect(currentUnit()).toBe(praia);
    expect(remembered('token')).toBe('a-token');
    forgetUnit();
    expect(currentUnit()).toBeNull();
  });
});
