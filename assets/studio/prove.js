// What is proved or simulated shows itself as it goes on.
import { follow } from "./job.js";

follow(document.getElementById("job"));
