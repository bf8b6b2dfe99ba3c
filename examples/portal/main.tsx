import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Portal } from './portal.js';
import './portal.css';

const place = document.getElementById('portal');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Portal />
    </StrictMode>,
  );
}
