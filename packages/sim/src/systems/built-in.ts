import type { SystemDefinition } from "../runner/systems/system.ts";
import ackermannSteering from "./ackermann-steering.ts";
import applyJointForce from "./apply-joint-force.ts";
import applyLinkWrench from "./apply-link-wrench.ts";
import contact from "./contact.ts";
import detachableJoint from "./detachable-joint.ts";
import diffDrive from "./diff-drive.ts";
import jointController from "./joint-controller.ts";
import jointPositionController from "./joint-position-controller.ts";
import jointStatePublisher from "./joint-state-publisher.ts";
import jointTrajectoryController from "./joint-trajectory-controller.ts";
import mecanumDrive from "./mecanum-drive.ts";
import odometryPublisher from "./odometry-publisher.ts";
import physics from "./physics.ts";
import posePublisher from "./pose-publisher.ts";
import sceneBroadcaster from "./scene-broadcaster.ts";
import userCommands from "./user-commands.ts";
import velocityControl from "./velocity-control.ts";

/** The systems that come with Orrery. */
export const builtInSystems: readonly SystemDefinition[] = [
  ackermannSteering,
  applyJointForce,
  applyLinkWrench,
  contact,
  detachableJoint,
  diffDrive,
  jointController,
  jointPositionController,
  jointStatePublisher,
  jointTrajectoryController,
  mecanumDrive,
  odometryPublisher,
  physics,
  posePublisher,
  sceneBroadcaster,
  userCommands,
  velocityControl,
];
