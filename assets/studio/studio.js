// What every page has: the theme, selects that act at once, and one stream of events that keeps the page up to date.

const root = document.documentElement;
const kept = (name, value) => {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch { /* a browser that keeps nothing */ }
  return null;
};

const theme = kept("pnp-theme");
if (theme) root.dataset.theme = theme;

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-switch]")) return;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  kept("pnp-theme", root.dataset.theme);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-closer]")) document.body.classList.toggle("near");
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});

// Languages are called by their own names, as far as the browser knows them.
for (const option of document.querySelectorAll("select[name=lang] option")) {
  try {
    option.textContent = new Intl.DisplayNames([option.text], { type: "language" }).of(option.text);
  } catch { /* none that a browser knows */ }
}

/** Says something in the corner of the page, and to screen readers. */
export function notice(text, isBad = false) {
  const box = document.createElement("p");
  box.className = isBad ? "notice bad" : "notice";
  box.textContent = text;
  document.getElementById("notices").append(box);
  setTimeout(() => box.remove(), isBad ? 12000 : 5000);
}

/** Asks the studio, and gives the answer as JSON; what cannot be done is said, and nothing is given. */
export async function ask(address, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(address, { ...options, headers: { accept: "application/json", ...options.headers } });
    const told = await answer.json();
    if (answer.ok) return told;
    if (answer.status !== 409) notice(told.error, true);
    return { status: answer.status, ...told };
  } catch {
    notice("The studio does not answer; is it still running?", true);
    return null;
  }
}

/** An element with these properties, and what it holds. */
export function make(name, properties = {}, ...inner) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inner);
  return made;
}

/** The same work, never done twice at once: what asks for it meanwhile has it done once more in the end. */
export function oneAtATime(work) {
  let running = null;
  let isWanted = false;
  return async function again() {
    isWanted = true;
    if (running) return;
    while (isWanted) {
      isWanted = false;
      running = work();
      try {
        await running;
      } finally {
        running = null;
      }
    }
  };
}

/** A part of a page as elements, made of what the studio answers. */
export async function part(address) {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  if (!answer.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").body;
}

const listeners = new Map();

/** Calls back with the data of every event of that name, and after the connection was lost and found again. */
export function heed(name, callback) {
  if (!listeners.has(name)) listeners.set(name, []);
  listeners.get(name).push(callback);
  stream?.addEventListener(name, (event) => callback(JSON.parse(event.data)));
}

const tellAll = () => {
  for (const callbacks of listeners.values()) for (const callback of callbacks) callback(null);
};

// Who only has a seat hears of that seat alone.
const stream = "guest" in document.body.dataset ? null : new EventSource("/events");
let wasLost = false;
stream?.addEventListener("open", () => {
  if (wasLost) tellAll();
  wasLost = false;
});
stream?.addEventListener("error", () => { wasLost = true; });
stream?.addEventListener("all", tellAll);
addEventListener("pagehide", () => stream?.close());

const live = document.querySelector("[data-live]");
if (live) {
  heed(live.dataset.live, async () => {
    const page = await part(location.href);
    const fresh = page?.querySelector(`[data-live="${live.dataset.live}"]`);
    if (!fresh || live.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) return;
    live.replaceChildren(...fresh.childNodes);
  });
}
