// Written from the texts by `node tools/checks/web-features.ts --write`; never changed here.
import 'i18next';
import type access from './locales/pt/access.json';
import type accounts from './locales/pt/accounts.json';
import type admin from './locales/pt/admin.json';
import type analytics from './locales/pt/analytics.json';
import type audit from './locales/pt/audit.json';
import type billing from './locales/pt/billing.json';
import type ces from './locales/pt/ces.json';
import type companies from './locales/pt/companies.json';
import type contactCompanies from './locales/pt/contact-companies.json';
import type contacts from './locales/pt/contacts.json';
import type csat from './locales/pt/csat.json';
import type dashboard from './locales/pt/dashboard.json';
import type errors from './locales/pt/errors.json';
import type exports from './locales/pt/exports.json';
import type federated from './locales/pt/federated.json';
import type help from './locales/pt/help.json';
import type imports from './locales/pt/imports.json';
import type insights from './locales/pt/insights.json';
import type installation from './locales/pt/installation.json';
import type integrations from './locales/pt/integrations.json';
import type invitations from './locales/pt/invitations.json';
import type notifications from './locales/pt/notifications.json';
import type notify from './locales/pt/notify.json';
import type nps from './locales/pt/nps.json';
import type password from './locales/pt/password.json';
import type profile from './locales/pt/profile.json';
import type recovery from './locales/pt/recovery.json';
import type reputation from './locales/pt/reputation.json';
import type responses from './locales/pt/responses.json';
import type secondFactor from './locales/pt/second-factor.json';
import type sends from './locales/pt/sends.json';
import type settings from './locales/pt/settings.json';
import type shell from './locales/pt/shell.json';
import type signUp from './locales/pt/sign-up.json';
import type surveys from './locales/pt/surveys.json';
import type team from './locales/pt/team.json';
import type terms from './locales/pt/terms.json';
import type tickets from './locales/pt/tickets.json';
import type ui from './locales/pt/ui.json';

// A key that does not exist does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      access: typeof access;
      accounts: typeof accounts;
      admin: typeof admin;
      analytics: typeof analytics;
      audit: typeof audit;
      billing: typeof billing;
      ces: typeof ces;
      companies: typeof companies;
      'contact-companies': typeof contactCompanies;
      contacts: typeof contacts;
      csat: typeof csat;
      dashboard: typeof dashboard;
      errors: typeof errors;
      exports: typeof exports;
      federated: typeof federated;
      help: typeof help;
      imports: typeof imports;
      insights: typeof insights;
      installation: typeof installation;
      integrations: typeof integrations;
      invitations: typeof invitations;
      notifications: typeof notifications;
      notify: typeof notify;
      nps: typeof nps;
      password: typeof password;
      profile: typeof profile;
      recovery: typeof recovery;
      reputation: typeof reputation;
      responses: typeof responses;
      'second-factor': typeof secondFactor;
      sends: typeof sends;
      settings: typeof settings;
      shell: typeof shell;
      'sign-up': typeof signUp;
      surveys: typeof surveys;
      team: typeof team;
      terms: typeof terms;
      tickets: typeof tickets;
      ui: typeof ui;
    };
  }
}
