import type { Role } from '@standpoint/contract';
import { READ_AUDIT, SEE_BUILD } from '@standpoint/contract/dashboard/role-sets';
import type { ComponentType } from 'react';
import type { IconName } from '../parts/icon.tsx';

/** A page of the navigation. Its code is loaded when the person goes there. */
export interface Page {
  /** Below `/{org}/{env}/`. */
  path: string;
  title: string;
  icon: IconName;
  /** Groups stand in the order of their first page; `null`: above all groups, without a heading. */
  group: 'Records' | 'Rules' | 'Delivery' | 'Service' | null;
  /** Pressed after `g`. */
  key: string;
  /** Who may open it; everybody when absent. */
  roles?: readonly Role[];
  load(): Promise<ComponentType>;
  /** The page of one record, below `/{org}/{env}/{path}/{id}`. */
  record?: () => Promise<ComponentType>;
}

/** A page below `/{org}/settings/`. */
interface SettingsPage {
  path: string;
  title: string;
  roles?: readonly Role[];
  load(): Promise<ComponentType>;
}

export const PAGES: readonly Page[] = [
  {
    path: 'home',
    title: 'Home',
    icon: 'home',
    group: null,
    key: 'h',
    load: async () => (await import('../pages/home/page.tsx')).HomePage,
  },
  {
    path: 'review',
    title: 'Review',
    icon: 'inbox',
    group: null,
    key: 'r',
    load: async () => (await import('../pages/review/page.tsx')).ReviewPage,
  },
  {
    path: 'verifications',
    title: 'Verifications',
    icon: 'pin',
    group: 'Records',
    key: 'v',
    load: async () => (await import('../pages/verifications/list.tsx')).VerificationsPage,
    record: async () => (await import('../pages/verifications/record.tsx')).VerificationPage,
  },
  {
    path: 'sessions',
    title: 'Sessions',
    icon: 'face',
    group: 'Records',
    key: 's',
    load: async () => (await import('../pages/sessions/list.tsx')).SessionsPage,
    record: async () => (await import('../pages/sessions/record.tsx')).SessionPage,
  },
  {
    path: 'customers',
    title: 'Customers',
    icon: 'person',
    group: 'Records',
    key: 'c',
    load: async () => (await import('../pages/customers/look-up.tsx')).CustomersPage,
    record: async () => (await import('../pages/customers/record.tsx')).CustomerPage,
  },
  {
    path: 'policies',
    title: 'Policies',
    icon: 'shape',
    group: 'Rules',
    key: 'p',
    load: async () => (await import('../pages/policies/list.tsx')).PoliciesPage,
    record: async () => (await import('../pages/policies/editor/page.tsx')).PolicyPage,
  },
  {
    path: 'workflows',
    title: 'Workflows',
    icon: 'flow',
    group: 'Rules',
    key: 'k',
    load: async () => (await import('../pages/workflows/list.tsx')).WorkflowsPage,
    record: async () => (await import('../pages/workflows/page.tsx')).WorkflowPage,
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    icon: 'hook',
    group: 'Delivery',
    key: 'w',
    roles: SEE_BUILD,
    load: async () => (await import('../pages/webhooks/page.tsx')).WebhooksPage,
  },
  {
    path: 'deliveries',
    title: 'Deliveries',
    icon: 'list',
    group: 'Delivery',
    key: 'd',
    roles: SEE_BUILD,
    load: async () => (await import('../pages/deliveries/list.tsx')).DeliveriesPage,
    record: async () => (await import('../pages/deliveries/record.tsx')).DeliveryPage,
  },
  {
    path: 'audit',
    title: 'Audit log',
    icon: 'eye',
    group: 'Service',
    key: 'l',
    roles: READ_AUDIT,
    load: async () => (await import('../pages/audit/list.tsx')).AuditPage,
  },
  {
    path: 'system',
    title: 'System',
    icon: 'pulse',
    group: 'Service',
    key: 'y',
    roles: SEE_BUILD,
    load: async () => (await import('../pages/system/page.tsx')).SystemPage,
  },
];

/** In the order of the list beside them. */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  {
    path: 'developer',
    title: 'Developer',
    roles: SEE_BUILD,
    load: async () => (await import('../pages/settings/developer/page.tsx')).DeveloperPage,
  },
  {
    path: 'team',
    title: 'Team and roles',
    load: async () => (await import('../pages/settings/team/page.tsx')).TeamPage,
  },
  {
    path: 'project',
    title: 'Project',
    roles: SEE_BUILD,
    load: async () => (await import('../pages/settings/project/page.tsx')).ProjectPage,
  },
  {
    path: 'limits',
    title: 'Limits',
    roles: SEE_BUILD,
    load: async () => (await import('../pages/settings/limits/page.tsx')).LimitsPage,
  },
  {
    path: 'account',
    title: 'Account',
    load: async () => (await import('../pages/settings/account/page.tsx')).AccountPage,
  },
];

export const mayOpen = (role: Role | null, { roles }: { roles?: readonly Role[] }): boolean =>
  role !== null && (!roles || roles.includes(role));
