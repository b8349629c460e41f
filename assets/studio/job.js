// Long work: its bar moves with the events, and when it has ended, what it came to takes the place of the bar.

import { heed, part, renew } from "./studio.js";

/** Keeps the job that is shown in a box up to date; `shown` is called with the box each time it has been drawn anew. */
export function follow(box, shown = () => {}) {
  async function draw() {
    const job = box.querySelector("[data-job]");
    if (!job) return;
    const body = await part(`/jobs/${job.dataset.job}`);
    if (!body) return;
    renew(box, body);
    shown(box);
  }

  let waiting = false;
  heed("job", (event) => {
    const job = box.querySelector("[data-job]");
    if (!job || (event && event.id !== job.dataset.job)) return;
    if (!event || event.state !== job.dataset.state || job.dataset.live !== undefined) {
      if (event?.state === "running" && waiting) return;
      waiting = true;
      setTimeout(() => { waiting = false; draw(); }, event?.state === "running" ? 300 : 0);
      return;
    }
    const bar = job.querySelector("progress");
    if (bar && event.percent !== null) Object.assign(bar, { max: 100, value: event.percent });
    const told = job.querySelector("[data-told]");
    if (told) told.textContent = event.told;
  });
  box.addEventListener("submit", async (event) => {
    if (!event.target.action.includes("/jobs/")) return;
    event.preventDefault();
    await fetch(event.target.action, { method: "POST", headers: { accept: "application/json" } });
    draw();
  });
  shown(box);
}
