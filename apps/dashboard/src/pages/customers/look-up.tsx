import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { usePlace } from '../../app/place.ts';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import styles from './look-up.module.css';
import { RecentCustomers } from './recent.tsx';

/** A customer is found by the id that the backend gives them. */
export function CustomersPage() {
  const place = usePlace();
  const { org, env } = place;
  const navigate = useNavigate();
  const [id, setId] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = id.trim();
    if (wanted) void navigate({ to: `/${org}/${env}/customers/${encodeURIComponent(wanted)}` as '/' });
  };
  return (
    <>
      <PageHead title="Customers" />
      <Empty icon="person" title="Look a customer up">
        <p>
          Customers are known here by the id that your backend gives them, and by nothing else. A part of an
          id finds nothing.
        </p>
        <form className={styles.form} onSubmit={submit}>
          <TextInput
            className={styles.field}
            label="Customer id"
            required
            autoFocus
            maxLength={128}
            autoComplete="off"
            spellCheck={false}
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
          />
          <Button type="submit" variant="filled">
            Open the customer
          </Button>
        </form>
      </Empty>
      <RecentCustomers place={place} />
    </>
  );
}
