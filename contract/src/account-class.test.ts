import { describe, expect, test } from 'vitest';
import { accountClassOf, accountFilters, isTrialExpired, passesFilter } from './account-class.ts';
import type { AccountFilter, ClassifiedAccount } from './account-class.ts';

const now = new Date('2026-11-23T12:00:00Z');
const before = '2026-11-23T11:59:59.999Z';

test('[SWITCH-11] an account is a trial when isTrial is true, active or not', () => {
  expect(accountClassOf({ active: true, isTrial: true })).toBe('trial');
  expect(accountClassOf({ active: false, isTrial: true })).toBe('trial');
});

test('[SWITCH-12] an account is active when it is active and no trial', () => {
  expect(accountClassOf({ active: true, isTrial: false })).toBe('active');
  expect(accountClassOf({ active: true, isTrial: null })).toBe('active');
});

test('[SWITCH-13] an account is canceled when it is neither active nor a trial; isTrial null is no trial', () => {
  expect(accountClassOf({ active: false, isTrial: false })).toBe('canceled');
  expect(accountClassOf({ active: false, isTrial: null })).toBe('canceled');
});

describe('[SWITCH-14] a trial', () => {
  test('is expired when its end is before now', () => {
    expect(isTrialExpired({ trial_expiration_date: before }, now)).toBe(true);
    expect(isTrialExpired({ trial_expiration_date: now.toISOString() }, now)).toBe(false);
    expect(isTrialExpired({ trial_expiration_date: '2026-11-23T12:00:00.001Z' }, now)).toBe(false);
    expect(isTrialExpired({ trial_expiration_date: null }, now)).toBe(false);
  });

  test('is what both filters ask for, one those that are over, one the others', () => {
    const accounts: Record<string, ClassifiedAccount> = {
      active: { active: true, isTrial: false, trial_expiration_date: null },
      wasTrial: { active: true, isTrial: null, trial_expiration_date: before },
      running: { active: true, isTrial: true, trial_expiration_date: '2026-12-01T00:00:00Z' },
      endless: { active: true, isTrial: true, trial_expiration_date: null },
      over: { active: false, isTrial: true, trial_expiration_date: before },
      gone: { active: false, isTrial: false, trial_expiration_date: before },
    };
    const found = (filter: AccountFilter) =>
      Object.keys(accounts).filter((name) => passesFilter(accounts[name]!, filter, now));
    expect(Object.fromEntries(accountFilters.map((filter) => [filter, found(filter)]))).toEqual({
      all: Object.keys(accounts),
      only_trial: ['running', 'endless', 'over'],
      free_trial_expired: ['over'],
      free_trial_not_expired: ['running', 'endless'],
      only_active: ['active', 'wasTrial'],
      canceled: ['gone'],
    });
  });
});
