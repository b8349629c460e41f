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
  const isFile = body instanceof Blob;
  const options = body === undefined ? {} : {
    method: "POST", headers: isFile ? {} : { "content-type": "application/json" }, body: isFile ? body : JSON.stringify(body),
  };
  try {
    const answer = await fetch(address, { ...options, headers: { accept: "application/json", ...options.headers } });
    const told = await answer.json();
    if (answer.ok) return told;
    notice(told.error, answer.status !== 409);
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

const LOST = "The studio has ended, or cannot be reached. This page goes on as soon as it is back.";

/** Listens to a stream of events and tells on the page when it is lost. `heed` calls back with the data of every event
 *  of a name, or with null when anything may have happened: before the stream was there, or while it was lost. */
export function listen(address) {
  const listeners = [];
  let stream, warning;
  const open = () => {
    stream = new EventSource(`${address}?after=${document.body.dataset.told}`);
    for (const [name, callback] of listeners) stream.addEventListener(name, (event) => callback(JSON.parse(event.data)));
    stream.addEventListener("all", () => { for (const [, callback] of listeners) callback(null); });
    stream.addEventListener("open", () => {
      warning = clearTimeout(warning);
      document.getElementById("lost").textContent = "";
    });
    stream.addEventListener("error", () => {
      warning ??= setTimeout(() => { document.getElementById("lost").textContent = LOST; }, 1200);
      if (stream.readyState === EventSource.CLOSED) setTimeout(open, 2000); // a browser gives up where it is refused
    });
  };
  addEventListener("DOMContentLoaded", open); // all scripts of the page have said by then what they heed
  addEventListener("pagehide", () => stream?.close());
  return { heed: (name, callback) => listeners.push([name, callback]) };
}

// Who only has a seat hears of that seat alone.
const events = "guest" in document.body.dataset ? null : listen("/events");
export const heed = (name, callback) => events?.heed(name, callback);

// A form that cannot be met says so and stays as it was filled in; any other leads where it leads.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  event.preventDefault();
  const button = event.submitter;
  const body = new URLSearchParams(new FormData(form, button));
  if (button) button.disabled = true;
  const told = form.querySelector(":scope > .refusal") ?? document.createElement("p");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
    const address = answer.headers.get("location");
    if (address) return go(new URL(address, location.href));
    told.textContent = (await answer.json()).error;
  } catch {
    told.textContent = LOST;
  }
  if (button) button.disabled = false;
  told.className = "refusal";
  told.setAttribute("role", "alert");
  form.append(told);
  button?.focus();
});

function go(address) {
  const isHere = address.pathname + address.search === location.pathname + location.search;
  location.assign(address);
  if (isHere) location.reload();
}

// What an address leads to inside a page takes the keyboard there.
const meant = document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (meant?.hasAttribute("tabindex")) meant.focus();

/** What in an element stands in the place of another: the same of its parts, by its id or its address. */
const sameIn = (element, other) => (other.id ? element.querySelector(`#${CSS.escape(other.id)}`)
  : other.getAttribute("href") && element.querySelector(`[href="${CSS.escape(other.getAttribute("href"))}"]`));

/** Puts fresh parts into an element; pictures that are the same stay, and so does the place of the keyboard. */
export function renew(element, fresh) {
  const at = element.contains(document.activeElement) && document.activeElement;
  const pictures = new Map([...element.querySelectorAll("img")].map((image) => [image.getAttribute("src"), image]));
  for (const image of fresh.querySelectorAll("img")) {
    const old = pictures.get(image.getAttribute("src"));
    if (old) image.replaceWith(old);
  }
  element.replaceChildren(...fresh.childNodes);
  if (!at) return;
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  ((at !== element && sameIn(element, at)) || element).focus();
}

const alive = document.querySelectorAll("[data-renew]");

/** Shows the lists of the page as they are now. */
const renewAll = oneAtATime(async () => {
  const page = await part(location.href);
  const fresh = page?.querySelectorAll("[data-renew]");
  if (fresh?.length === alive.length) alive.forEach((each, at) => renew(each, fresh[at]));
});
for (const name of new Set([...alive].map((each) => each.dataset.renew))) heed(name, renewAll);
