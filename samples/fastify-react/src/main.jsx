import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Deposit } from './deposit.jsx';

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Deposit />
  </StrictMode>,
);
